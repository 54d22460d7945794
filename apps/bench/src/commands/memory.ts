import type { Bench } from '../bench.ts'
import type { Target } from '../targets/target.ts'
import { drive, warmUp } from '../measure/drive.ts'
import { residentBytes } from '../measure/process-accounting.ts'
import { OPERATIONS, type RequestSource } from '../operations.ts'
import { seedWorld } from '../seed/seed-world.ts'

export interface MemoryOptions {
  target: Target
  minutes: number
  accounts: number
  connections: number
}

export interface MemoryPoint {
  minute: number
  bytes: number | undefined
  requestsPerSecond: number
}

const POINTS = 10

export async function measureMemory(
  bench: Bench,
  { target, minutes, accounts, connections }: MemoryOptions,
  onPoint: (point: MemoryPoint) => void,
): Promise<MemoryPoint[]> {
  const mixed = OPERATIONS.filter(({ name }) => name !== 'sign-in')
  const world = await seedWorld(bench, accounts, connections)
  const { pid, baseUrl, stop } = await bench.start(target)
  const requests = (connection: number): RequestSource => mixed[connection % mixed.length]!.requests(world, connection)
  const points: MemoryPoint[] = []
  const add = (minute: number, requestsPerSecond: number) => {
    const point = { minute, bytes: residentBytes(pid), requestsPerSecond }
    points.push(point)
    onPoint(point)
  }
  await warmUp({ baseUrl, connections, requests }, 1)
  add(0, 0)
  for (let point = 1; point <= POINTS; point++) {
    const { requests: count, seconds } = await drive({
      baseUrl,
      connections,
      requests,
      until: { seconds: (minutes * 60) / POINTS },
    })
    add((minutes * point) / POINTS, count / seconds)
  }
  await stop()
  return points
}
