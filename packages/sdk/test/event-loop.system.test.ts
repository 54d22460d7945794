import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Calls that all end in one turn block for a fifth of their CPU time. */
const MAX_SHARE = 0.15
const PROGRAM = fileURLToPath(new URL('longest-block.ts', import.meta.url))

// Measured in a new process, because the objects of other tests would prolong garbage collections. Retried, because other
// processes displace this one's data from the CPU caches, which costs CPU time here.
it.each([
  ['aborted', []],
  ['timed out', ['2000']],
])(
  'ten thousand concurrent calls block the event loop for at most 15 % of their CPU time until all are %s',
  { retry: 3 },
  async (how, timeout) => {
    const sources = ['--import', 'tsx', '--conditions=@partner-accounts/source']
    const { stdout } = await promisify(execFile)(process.execPath, [...sources, PROGRAM, ...timeout])
    const share = Number(stdout)
    console.info(`10,000 concurrent calls, ${how}, block for at most ${(share * 100).toFixed()} % of their CPU time`)
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThanOrEqual(MAX_SHARE)
  },
)
