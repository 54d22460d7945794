import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Set in the environment of the test workers, which every process that a test starts inherits. */
const MARK = 'PARTNER_ACCOUNTS_TEST_RUN'
const END_TIMEOUT_MS = 30_000

/**
 * Fails the run if processes that tests started are still running 30 s after its end. Works on Linux only. Redis and nginx are
 * not found, because they overwrite their environment with their title.
 */
export default function failOnLeftoverProcesses(): () => Promise<void> {
  const id = randomUUID()
  process.env[MARK] = id
  const mark = `${MARK}=${id}`
  return async () => {
    const deadline = Date.now() + END_TIMEOUT_MS
    let left = processesWith(mark)
    while (left.length > 0 && Date.now() < deadline) {
      await wait(100)
      left = processesWith(mark)
    }
    if (left.length === 0) return
    // Vitest prints an error that is thrown here, but the run would succeed.
    console.error(['tests have left processes behind:', ...left].join('\n  '))
    process.exitCode = 1
  }
}

/** Returns the ids and command lines of marked processes, except vitest's workers, which end later. */
function processesWith(mark: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc', { withFileTypes: true })
    .filter(({ name }) => /^\d+$/.test(name) && Number(name) !== process.pid && fileOf(name, 'environ').includes(mark))
    .map(({ name }) => `${name} ${fileOf(name, 'cmdline').replaceAll('\0', ' ')}`)
    .filter((line) => !/\bvitest\b/.test(line))
}

/** Returns the content, or `''` for a process that has ended or belongs to another user. */
function fileOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
