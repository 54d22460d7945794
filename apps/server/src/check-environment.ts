import { constants, existsSync } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { INTERNAL_PROCEDURES } from '@partner-accounts/api'
import { errorCode } from './logging/error-code.ts'
import { OWNER_ONLY } from './settings/owner-only-file.ts'
import { type Settings, SettingsError } from './settings/settings.ts'

/** @throws SettingsError that names the variable */
export async function checkEnvironment(settings: Settings): Promise<void> {
  const { host, port, metrics } = settings
  checkKeyScopes(settings)
  await checkAddress('PORT', 'HOST', host, port)
  const { listener } = metrics
  // If the default port is taken, the service starts without metrics, so only a chosen port is checked.
  if (listener?.isChosen) await checkAddress('METRICS_PORT', 'METRICS_HOST', listener.host, listener.port)
  await checkDataDirectory(settings)
}

function checkKeyScopes({ internalKeyScopes }: Settings): void {
  const named = [...internalKeyScopes.values()].flatMap((scope) => (typeof scope === 'string' ? [] : scope))
  const unknown = named.filter((name) => !INTERNAL_PROCEDURES.includes(name))
  if (unknown.length === 0) return
  throw new SettingsError(
    unknown.map(
      (name) => `INTERNAL_API_KEY_SCOPES names ${name}, which is not a procedure (docs/internal-applications.md)`,
    ),
  )
}

/** Listens for a short time, because only this shows whether an address is free. */
async function checkAddress(portName: string, hostName: string, host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw new SettingsError([addressProblem(errorCode(error), portName, hostName, host, port)], { cause: error })
  }
  await new Promise((resolve) => server.close(resolve))
}

function addressProblem(code: string, portName: string, hostName: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${portName} ${port} is in use (EADDRINUSE): stop the program that listens on ${host}:${port}, or set ${portName} to a free port`
    case 'EACCES':
      return `${portName} ${port} requires privileges: set ${portName} to a port from 1024`
    default:
      return `${hostName} ${host} is not an address of this machine (${code}): set ${hostName} to 127.0.0.1 or 0.0.0.0`
  }
}

/** @throws SettingsError that names the variable */
export async function checkDataDirectory({ production, dataDirectory: directory }: Settings): Promise<void> {
  // Production writes no files.
  if (production) return
  try {
    await createDirectory(directory)
    // With `/.`, this also fails if the path is that of a file.
    await access(`${directory}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const problem = `DATA_DIR ${directory} cannot be written (${errorCode(error)}): make it writable, or set DATA_DIR to a directory that is`
    throw new SettingsError([problem], { cause: error })
  }
}

/**
 * Creates a directory and its parents, one by one. `mkdir` with `recursive` would never return if a parent exists but cannot
 * contain directories, such as `/proc` or a dangling link.
 */
async function createDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return
  await createDirectory(path.dirname(directory))
  await mkdir(directory, { mode: OWNER_ONLY.directory }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
}
