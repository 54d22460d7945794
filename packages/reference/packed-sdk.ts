import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes the current and the released versions of the SDK into a folder, as `sdk-<version>.tgz`. Also writes `index.json`
 * with the current version and the integrity of each tarball. Released versions are copied, not packed again, because lock
 * files of partners pin their bytes.
 */
export function writePackedSdk(sdk: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of tarballsIn(`${sdk}/releases`)) cpSync(`${sdk}/releases/${name}`, path.join(folder, name))
  const { version } = JSON.parse(readFileSync(`${sdk}/package.json`, 'utf8')) as { version: string }
  const current = path.resolve(folder, `sdk-${version}.tgz`)
  if (!existsSync(current)) pack(sdk, current)
  const integrities = tarballsIn(folder).map((name) => [name, integrityOf(readFileSync(path.join(folder, name)))])
  const index = { version, integrities: Object.fromEntries(integrities) as Record<string, string> }
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify(index, null, 2))
}

const tarballsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.tgz'))

/** The bytes depend on the packed files only, not on their times, owners or modes. */
function pack(sdk: string, file: string): void {
  execFileSync('pnpm', ['pack', '--silent', '--config.ignore-scripts=true', '--out', file], {
    cwd: sdk,
    // On Windows, the command is a script.
    shell: process.platform === 'win32',
  })
}

/** Returns the hash as lock files state it under `integrity`. */
const integrityOf = (content: Buffer) => `sha512-${createHash('sha512').update(content).digest('base64')}`
