import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@partner-accounts/local-servers'
import type { Target } from './target.ts'

export interface RunningTarget {
  name: string
  pid: number
  /** Root URL of the REST interface, without trailing slash. */
  baseUrl: string
  /** Milliseconds from the process start until the target is ready. */
  startMs: number
  stop: () => Promise<void>
}

export interface StartOptions {
  environment: Record<string, string>
  /** Working directory of the process. Also contains its log. */
  folder: string
  /** For Node, such as `--cpu-prof`. */
  nodeArguments?: readonly string[]
  /** A path whose status is below 500 once the target is ready. */
  readyPath?: string
}

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 10_000
const LOG_TAIL_LENGTH = 2_000

/** @throws Error with the end of the log if the target is not ready in time */
export async function startTarget(
  { name, main, environment: own }: Target,
  { environment, folder, nodeArguments = [], readyPath = '/partners/v1/partner-accounts' }: StartOptions,
): Promise<RunningTarget> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const log = path.join(folder, `${name}.log`)
  const output = openSync(log, 'w')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...nodeArguments, main], {
    cwd: folder,
    env: { ...environment, ...own, PORT: String(port) },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('close', resolve))

  while (!(await isReady(`${origin}${readyPath}`))) {
    if (child.exitCode !== null || performance.now() - startedAt > READY_TIMEOUT_MS) {
      kill()
      throw new Error(`${name} did not become ready:\n${readFileSync(log, 'utf8').slice(-LOG_TAIL_LENGTH)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return {
    name,
    pid: child.pid ?? 0,
    baseUrl: `${origin}/partners/v1`,
    startMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(kill, STOP_TIMEOUT_MS)
      await ended
      clearTimeout(timer)
      process.off('exit', kill)
    },
  }
}

const isReady = (url: string) =>
  fetch(url).then(
    ({ status }) => status < 500,
    () => false,
  )
