import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'

const run = promisify(execFile)
const SDK = fileURLToPath(new URL('../../', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** What stands next to it in a project of a partner's: the types of Node, and what the README makes use of. */
const NEIGHBOURS = [
  ...['@types/node', 'msw', 'csv-parse', '@opentelemetry/api'].map((name) => ({ name, from: SDK })),
  { name: 'vitest', from: ROOT },
]

/** The built package as partners get it: packed, and unpacked into the `node_modules` of a project. */
export interface PackedPackage {
  tarball: string
  /** Where the package was unpacked to. */
  folder: string
  /** A folder whose programs can import the package, and nothing else but what partners would install next to it. */
  project: string
  /** Puts a copy of a test project there; returns where. */
  addTestProject: (name: string) => string
}

/** For the tests of one file; removed after them. */
export async function packPackage(): Promise<PackedPackage> {
  const project = mkdtempSync(path.join(tmpdir(), 'partner-accounts-packed-'))
  afterAll(() => rmSync(project, { recursive: true, force: true }))
  const { stdout } = await run(
    'pnpm',
    ['pack', '--json', '--config.ignore-scripts=true', '--pack-destination', project],
    { cwd: SDK },
  )
  const tarball = path.resolve(project, (JSON.parse(stdout) as { filename: string }).filename)
  const folder = path.join(project, 'node_modules/@partner-accounts/sdk')
  mkdirSync(folder, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  for (const { name, from } of NEIGHBOURS) {
    const link = path.join(project, 'node_modules', name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(path.join(from, 'node_modules', name), link)
  }
  const addTestProject = (name: string) => {
    const copy = path.join(project, name)
    cpSync(path.join(SDK, 'test-projects', name), copy, { recursive: true })
    return copy
  }
  return { tarball, folder, project, addTestProject }
}

/** Runs a program with Node in a folder, with only the given environment. Returns its output. */
export async function runNode(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd, env })
  return stdout
}
