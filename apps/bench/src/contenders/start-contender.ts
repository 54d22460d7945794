import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@partner-accounts/local-servers'
import type { Contender } from './contender.ts'

/** A contender that listens, in a process of its own. */
export interface RunningContender {
  name: string
  pid: number
  /** `{base_url}` */
  baseUrl: string
  /** From the start of its process until it was ready. */
  startMs: number
  stop: () => Promise<void>
}

export interface StartOptions {
  /** All that is in its environment. */
  environment: Record<string, string>
  /** Where it runs, and where its log goes. */
  folder: string
  /** For `--cpu-prof` and the like. */
  nodeArguments?: readonly string[]
  /** Answered below 500 once it is ready. */
  readyPath?: string
}

const READY_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 10_000
const LAST_WORDS = 2_000

/** @throws Error with the end of its log when it ends, or takes too long, before it is ready */
export async function startContender(
  { name, main }: Contender,
  { environment, folder, nodeArguments = [], readyPath = '/partners/v1/partner-accounts' }: StartOptions,
): Promise<RunningContender> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const log = path.join(folder, `${name}.log`)
  const output = openSync(log, 'w')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...nodeArguments, main], {
    cwd: folder,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  // Whatever ends the benchmark, nothing stays behind.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('close', resolve))

  while (!(await answers(`${origin}${readyPath}`))) {
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS) {
      kill()
      throw new Error(`${name} does not come up:\n${readFileSync(log, 'utf8').slice(-LAST_WORDS)}`)
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
      const timer = setTimeout(kill, STOPPED_WITHIN_MS)
      await ended
      clearTimeout(timer)
      process.off('exit', kill)
    },
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ status }) => status < 500,
    () => false,
  )
