import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const OUTPUT_INTERVAL_MS = 50

/** The message of a service that is ready, as JSON or as text. */
const READY = /"ready"|: ready\b/

/** Does not optimize the embedded PostgreSQL's WebAssembly, which saves a second of CPU per start. */
const QUICK_START = '--liftoff-only'

export interface StartedService {
  process: ChildProcess
  ended: Promise<number | null>
  output: () => string
}

export interface ServiceOptions {
  /** File to which the output is appended. Default: it is kept in memory. */
  log?: string
  /** Starts a process group, which Ctrl-C does not stop. */
  detached?: boolean
  /** Requires root. */
  user?: { uid: number; gid: number } | undefined
}

/**
 * Starts the built service with exactly this environment. Logs JSON by default.
 *
 * @param main path of the built file
 */
export function startService(
  main: string,
  folder: string,
  environment: Record<string, string>,
  { log, detached = false, user }: ServiceOptions = {},
): StartedService {
  const file = log === undefined ? undefined : openSync(log, 'a')
  const output = file ?? 'pipe'
  const child = spawn(process.execPath, [QUICK_START, main], {
    cwd: folder,
    env: { LOG_FORMAT: 'json', ...environment },
    detached,
    ...user,
    stdio: ['ignore', output, output],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  if (log === undefined || file === undefined) return { process: child, ended, output: collectOutput(child) }
  closeSync(file)
  const previousBytes = statSync(log).size
  return { process: child, ended, output: () => readFileSync(log).subarray(previousBytes).toString() }
}

/**
 * Starts the service of `pnpm dev`, without pnpm, which would install first.
 *
 * @param workspace folder of the sources
 * @param programArguments such as `--inspect`
 */
export function startDevelopment(
  workspace: string,
  environment: Record<string, string>,
  programArguments: readonly string[] = [],
): StartedService {
  const sources = ['--import', 'tsx', '--conditions=@partner-accounts/source']
  const child = spawn(process.execPath, [QUICK_START, ...sources, 'apps/server/dev/main.ts', ...programArguments], {
    cwd: workspace,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { process: child, ended, output: collectOutput(child) }
}

function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return () => text
}

/** @throws Error with the output if the service ends first */
export async function untilReady({ output, ended }: StartedService): Promise<void> {
  let running = true
  void ended.then(() => {
    running = false
  })
  while (!READY.test(output())) {
    if (!running) throw new Error(`the service ended before it was ready:\n${output()}`)
    await wait(OUTPUT_INTERVAL_MS)
  }
}
