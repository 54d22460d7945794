import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe } from 'vitest'

/** The workspace with clients of other projects. It is large, so only CI installs it automatically. */
export const CLIENTS = fileURLToPath(new URL('../../../../tools/clients/', import.meta.url))
export const DOCUMENT = fileURLToPath(new URL('../../../../packages/api/openapi.json', import.meta.url))

const isInstalled = existsSync(`${CLIENTS}node_modules`)

/** Defines tests that are skipped where the clients are not installed. */
export const describeClients = (name: string, tests: () => void) =>
  describe.skipIf(!isInstalled)(
    `${name}${isInstalled ? '' : ' (skipped: run pnpm --dir tools/clients install)'}`,
    tests,
  )

/** Returns the path of a command of the workspace. */
export const clientCommand = (name: string): string => `${CLIENTS}node_modules/.bin/${name}`

/**
 * Runs a command, and returns its standard output.
 *
 * @throws Error with everything that the command printed, when the command fails
 */
export async function runCommand(
  file: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(file, args, { cwd, env: { ...process.env, ...environment } })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${path.basename(file)}: ${stdout}${stderr}`, { cause: error })
  }
}
