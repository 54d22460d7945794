import path from 'node:path'
import { expect, it } from 'vitest'
import { fileExists, listFiles, readFile } from './repository.ts'

/** The folders of all packages but the SDK, whose README is for partners. */
const folders = listFiles('packages/*/package.json', 'apps/*/package.json')
  .filter((file) => /^(packages|apps)\/[^/]+\/package\.json$/.test(file))
  .map((file) => path.posix.dirname(file))
  .filter((folder) => folder !== 'packages/sdk')

it.each(folders)('%s has a README with its purpose, importers, three commands and where to begin', (folder) => {
  const readme = `${folder}/README.md`
  expect(fileExists(readme)).toBe(true)

  const text = readFile(readme)
  const { name } = JSON.parse(readFile(`${folder}/package.json`)) as { name: string }
  expect(text).toMatch(new RegExp(`^# ${name}\n\n\\w`))
  expect(text).toMatch(/\n\n\*\*May be imported by\*\* /)
  expect(text.match(/^\| `[^`]+`(, `[^`]+`)* \| .+ \|$/gm)?.length ?? 0).toBeGreaterThanOrEqual(3)
  expect(text).toMatch(/\n\nBegin with `/)
})
