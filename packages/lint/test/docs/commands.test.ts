import path from 'node:path'
import { expect, it } from 'vitest'
import { fileExists, listFiles, readFile, withoutCode } from './repository.ts'

/** Commands of pnpm itself, and the executable of apps/ops. */
const NOT_SCRIPTS = ['--dir', 'approve', 'audit', 'exec', 'install', 'ops', 'pack']

const scriptsIn = (folder: string) =>
  (JSON.parse(readFile(path.posix.join(folder, 'package.json'))) as { scripts: Record<string, string> }).scripts

/** Returns why a `pnpm …` command cannot run, or undefined. */
function errorOf(command: string): string | undefined {
  const words = command.split(' ').slice(1)
  const filter = words[0] === '--filter' ? words[1] : undefined
  const folder = filter === undefined ? '.' : folderOf(filter)
  const script = words.slice(filter === undefined ? 0 : 2).find((word) => word !== 'run')
  if (folder === undefined) return `no package ${filter}`
  if (script !== undefined && !NOT_SCRIPTS.includes(script) && !(script in scriptsIn(folder)))
    return `no script ${script}`
  const missing = words.find((word) => /^(packages|apps)\//.test(word) && !fileExists(word))
  return missing && `no file ${missing}`
}

const folderOf = (name: string) =>
  ['packages', 'apps'].map((kind) => name.replace('@partner-accounts', kind)).find((folder) => fileExists(folder))

it('every pnpm command in the text of a Markdown page names a script, package and file that exist', () => {
  const commands = listFiles('*.md').flatMap((page) =>
    [...withoutCode(readFile(page)).matchAll(/`(pnpm [a-z-][^`]*)`/g)].map(([, command]) => ({
      page,
      command: command!,
    })),
  )
  const broken = commands.map(({ page, command }) => ({ page, command, error: errorOf(command) }))

  expect(commands.length).toBeGreaterThan(50)
  expect(broken.filter(({ error }) => error !== undefined)).toEqual([])
})
