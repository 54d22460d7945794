import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { oncePerRun } from '@partner-accounts/local-servers/once-per-run'
import { afterAll } from 'vitest'

const run = promisify(execFile)
const SDK = fileURLToPath(new URL('../../', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Packages that partners install next to the SDK: the types of Node, and what the README uses. */
const NEIGHBOURS = [
  ...['@types/node', 'msw', 'csv-parse', 'undici', '@opentelemetry/api'].map((name) => ({ name, from: SDK })),
  { name: 'vitest', from: ROOT },
  { name: 'ioredis', from: path.join(ROOT, 'apps/server') },
]

/** The built package as partners install it: packed, and unpacked into the `node_modules` of a project. */
export interface PackedPackage {
  tarball: string
  /** The folder of the unpacked package. */
  folder: string
  /** A folder whose programs can import only the SDK and the packages that partners install next to it. */
  project: string
  /** Copies a test project into `project`. Returns its folder. */
  addTestProject: (name: string) => string
}

const pack = (folder: string) =>
  run('pnpm', ['pack', '--config.ignore-scripts=true', '--pack-destination', folder], { cwd: SDK })

/** Installs the packed package for the tests of one file, and removes it after them. */
export async function packPackage(): Promise<PackedPackage> {
  const packed = await oncePerRun('packed-sdk', pack)
  const tarball = path.join(packed, readdirSync(packed)[0]!)
  const project = mkdtempSync(path.join(tmpdir(), 'partner-accounts-packed-'))
  afterAll(() => rmSync(project, { recursive: true, force: true }))
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
