import { type Bench, openBench } from './bench.ts'

const STOP_TIMEOUT_MS = 5_000

/** Runs `work` and always cleans up, also on failure or interruption. */
export async function withBench<T>(work: (bench: Bench) => Promise<T>, citusWorkers?: number): Promise<T> {
  const opening = openBench(citusWorkers)
  const interrupted = () => {
    const exit = () => process.exit(1)
    // Ctrl-C also interrupts PostgreSQL, so waiting for its end would fail.
    setTimeout(exit, STOP_TIMEOUT_MS)
    void opening.then((bench) => bench.close()).finally(exit)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    const bench = await opening
    return await work(bench).finally(() => bench.close())
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  }
}
