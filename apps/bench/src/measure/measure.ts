import type { RunningTarget } from '../targets/start-target.ts'
import { drive, type Load } from './drive.ts'
import { cpuMicros, familyCpuMicros, peakBytes, resetPeakMemory } from './process-accounting.ts'
import { sumIfComplete } from './statistics.ts'

/** Undefined values are unavailable on this platform. */
export interface Sample {
  requestsPerSecond: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
  /** CPU time of the target's process, in microseconds per request. */
  cpu: number | undefined
  /** CPU time of all PostgreSQL servers, in microseconds per request. */
  postgresCpu: number | undefined
  peakBytes: number | undefined
}

export async function measure(
  { pid, baseUrl }: RunningTarget,
  postmasters: readonly number[],
  load: Omit<Load, 'baseUrl'>,
): Promise<Sample> {
  const postgresMicros = () => sumIfComplete(postmasters.map(familyCpuMicros))
  resetPeakMemory(pid)
  const before = { cpu: cpuMicros(pid), postgres: postgresMicros() }
  const { requests, seconds, p50, p99 } = await drive({ ...load, baseUrl })
  const perRequest = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : (to - from) / requests
  return {
    requestsPerSecond: requests / seconds,
    p50,
    p99,
    cpu: perRequest(before.cpu, cpuMicros(pid)),
    postgresCpu: perRequest(before.postgres, postgresMicros()),
    peakBytes: peakBytes(pid),
  }
}
