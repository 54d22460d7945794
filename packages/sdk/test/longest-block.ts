// Makes ten thousand concurrent calls, and prints the longest time for which they block the event loop, as a share of
// their CPU time. `node longest-block.ts [timeout]`: the calls have this timeout in milliseconds, or are aborted.
import { setTimeout as wait } from 'node:timers/promises'
import { accountBody, newClient } from './scripted-api.ts'
import { SimulatedService } from './simulated-service.ts'

const CALLS = 10_000
const BODY = accountBody()

function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/**
 * Returns the longest time for which the work blocks the event loop, as a share of its CPU time.
 *
 * A block is measured in CPU time, because the wall clock also runs while other processes compute. It counts for at most
 * its wall time, because the CPU time includes garbage collection in other threads.
 */
async function measureLongestBlock(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  const cpuAtStart = process.cpuUsage()
  let cpuAtBlockStart = cpuAtStart
  let blockStartedAt = performance.now()
  let isDone = false
  const endBlock = () => {
    const blockMs = Math.min(cpuMsSince(cpuAtBlockStart), performance.now() - blockStartedAt)
    longestMs = Math.max(longestMs, blockMs)
    cpuAtBlockStart = process.cpuUsage()
    blockStartedAt = performance.now()
    if (!isDone) setImmediate(endBlock)
  }
  setImmediate(endBlock)
  await work()
  isDone = true
  return longestMs / cpuMsSince(cpuAtStart)
}

async function makeCalls(timeoutMs: number | undefined): Promise<void> {
  const service = new SimulatedService()
  const client = newClient({ fetch: service.fetch, timeoutMs })
  const controller = new AbortController()
  const calls = Array.from({ length: CALLS }, () => client.accounts.create(BODY, { signal: controller.signal }))
  const settled = Promise.allSettled(calls)
  if (timeoutMs === undefined) {
    // The rate limit admits 60 requests. All other calls wait.
    while (service.served < service.limit) await wait(50)
    controller.abort()
  }
  await settled
}

const [timeout] = process.argv.slice(2)
console.log(await measureLongestBlock(() => makeCalls(timeout === undefined ? undefined : Number(timeout))))
