import path from 'node:path'
import type { Bench } from '../bench.ts'
import { SERVICE } from '../targets/target.ts'
import { residentBytes } from '../measure/process-accounting.ts'
import { median } from '../measure/statistics.ts'

/** Medians. */
export interface StartResult {
  about: string
  /** Milliseconds from the start until `/health/ready` succeeds. */
  readyMs: number
  restingBytes: number | undefined
}

export interface StartOptions {
  rounds: number
  restSeconds: number
}

const READY_PATH = '/health/ready'

export async function measureStarts(bench: Bench, { rounds, restSeconds }: StartOptions): Promise<StartResult[]> {
  const embeddedEnvironment = (round: number) => ({
    ...bench.environment,
    // Empty counts as unset. Production mode would require a server.
    NODE_ENV: '',
    DATABASE_URL: '',
    DATA_DIR: path.join(bench.folder, `embedded-${round}`),
  })
  return [
    await measureStart('embedded, on an empty directory', embeddedEnvironment),
    // The rounds reuse the directories of the measurement above, because the directories' names contain the round.
    await measureStart('embedded, on an existing directory', embeddedEnvironment),
    await measureStart('PostgreSQL, production', () => bench.environment),
  ]

  async function measureStart(about: string, environmentOf: (round: number) => Record<string, string>) {
    const starts = []
    for (let round = 0; round < rounds; round++) {
      const service = await bench.start(SERVICE, { environment: environmentOf(round), readyPath: READY_PATH })
      await new Promise((resolve) => setTimeout(resolve, restSeconds * 1000))
      starts.push({ readyMs: service.startMs, bytes: residentBytes(service.pid) })
      await service.stop()
    }
    const bytes = starts.flatMap((start) => start.bytes ?? [])
    return {
      about,
      readyMs: median(starts.map(({ readyMs }) => readyMs)),
      restingBytes: bytes.length > 0 ? median(bytes) : undefined,
    }
  }
}
