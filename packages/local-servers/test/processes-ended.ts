import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** In the environment of the workers, and so of every process that a test starts. */
const MARK = 'PARTNER_ACCOUNTS_TEST_RUN'
const END_WITHIN_MS = 5_000

/**
 * Fails the run when a process that a test has started outlives it. Linux alone tells: elsewhere nothing is looked at.
 * Those that write their title over their environment are not seen: Redis and nginx.
 */
export default function processesEnded(): () => Promise<void> {
  const mark = `${MARK}=${(process.env[MARK] = randomUUID())}`
  return async () => {
    const giveUpAt = Date.now() + END_WITHIN_MS
    let left = processesWith(mark)
    while (left.length > 0 && Date.now() < giveUpAt) {
      await wait(100)
      left = processesWith(mark)
    }
    if (left.length === 0) return
    // What is thrown here is printed, and the run succeeds.
    console.error(['tests have left processes behind:', ...left].join('\n  '))
    process.exitCode = 1
  }
}

/** Their ids and command lines, but for the workers', which end after this. */
function processesWith(mark: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc', { withFileTypes: true })
    .filter(({ name }) => /^\d+$/.test(name) && Number(name) !== process.pid && fileOf(name, 'environ').includes(mark))
    .map(({ name }) => `${name} ${fileOf(name, 'cmdline').replaceAll('\0', ' ')}`)
    .filter((line) => !/\bvitest\b/.test(line))
}

/** Empty for a process that has ended meanwhile, or is somebody else's. */
function fileOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
