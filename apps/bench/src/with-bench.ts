import { type Bench, openBench } from './bench.ts'

const STOP_TIMEOUT_MS = 5_000

/**
 * Runs `work` and always cleans up, also on failure or interruption.
 *
 * @param citusWorkers undefined for a PostgreSQL server
 */
export async function withBench<T>(work: (bench: Bench) => Promise<T>, citusWorkers?: number): Promise<T> {
  const opening = openBench(citusWorkers)
  const closeAndExit = () => {
    const exit = () => process.exit(1)
    // Ctrl-C also interrupts PostgreSQL, and `close` waits for it, so a timeout limits the wait.
    setTimeout(exit, STOP_TIMEOUT_MS)
    void opening.then((bench) => bench.close()).finally(exit)
  }
  process.once('SIGINT', closeAndExit).once('SIGTERM', closeAndExit)
  try {
    const bench = await opening
    try {
      return await work(bench)
    } finally {
      await bench.close()
    }
  } finally {
    process.off('SIGINT', closeAndExit).off('SIGTERM', closeAndExit)
  }
}
