import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

/** A built service in a process of its own. */
export interface StartedService {
  process: ChildProcess
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  /** What this process has said so far. */
  output: () => string
}

export interface ServiceOptions {
  /** A file that its output is appended to. Left out: it is kept in memory. */
  log?: string
  /** Out of reach of Ctrl-C in a terminal: who starts it ends it. */
  detached?: boolean
  /** Another user than who starts it, which only root can ask for. */
  user?: { uid: number; gid: number } | undefined
}

/**
 * Starts a built service as `pnpm start` does, with nothing else in its environment.
 *
 * @param main the built file
 */
export function startService(
  main: string,
  folder: string,
  environment: Record<string, string>,
  { log, detached = false, user }: ServiceOptions = {},
): StartedService {
  const file = log === undefined ? undefined : openSync(log, 'a')
  const output = file === undefined ? 'pipe' : file
  const child = spawn(process.execPath, [main], {
    ...{ cwd: folder, env: environment, detached, ...user },
    stdio: ['ignore', output, output],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  if (log === undefined || file === undefined) return { process: child, ended, output: collectOutput(child) }
  closeSync(file)
  const begins = statSync(log).size
  return { process: child, ended, output: () => readFileSync(log).subarray(begins).toString() }
}

function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

export async function untilReady({ output, ended }: StartedService): Promise<void> {
  let running = true
  void ended.then(() => (running = false))
  while (!output().includes('"ready"')) {
    if (!running) throw new Error(`ended before it was ready:\n${output()}`)
    await wait(LOOK_EVERY_MS)
  }
}
