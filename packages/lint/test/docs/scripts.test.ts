import { expect, it } from 'vitest'
import { listFiles, readFile } from './repository.ts'

/** Matches shell syntax and programs that cmd.exe does not have. */
const NOT_IN_CMD = /'|`|\$|(?:^|&& *)[A-Z_]+=|\b(?:rm|cp|mv|sed|cat) |\.bin\/|\|\||;/

it('every script of a package.json runs in a POSIX shell and in cmd.exe', () => {
  const scripts = listFiles('package.json', '*/package.json').flatMap((file) =>
    Object.entries((JSON.parse(readFile(file)) as { scripts?: Record<string, string> }).scripts ?? {}).map(
      ([name, script]) => ({ file, name, script }),
    ),
  )

  expect(scripts.length).toBeGreaterThan(40)
  expect(scripts.filter(({ script }) => NOT_IN_CMD.test(script))).toEqual([])
})

it('every package has a script `test`', () => {
  const packages = listFiles('*/package.json').filter((file) => /^(packages|apps)\/[^/]+\/package\.json$/.test(file))
  const without = packages.filter((file) => !/"test": "/.test(readFile(file)))
  expect(packages.length).toBeGreaterThan(10)
  expect(without).toEqual([])
})
