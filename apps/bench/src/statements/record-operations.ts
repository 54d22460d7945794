import { send } from '../responses/probe.ts'
import type { Bench } from '../bench.ts'
import type { Target } from '../targets/target.ts'
import type { Operation } from '../operations.ts'
import type { World } from '../seed/seed-world.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import type { Statement } from './wire-statements.ts'

/** The statements that an operation runs. */
export interface RecordedOperation {
  operation: Operation
  /** In order, including BEGIN and COMMIT. */
  statements: Statement[]
  /** The created account, if any. */
  createdId: string | undefined
}

/** Longer than the background work that a target does after a request. */
const QUIET_MS = 50

/** Records the statements of each operation, with tokens and permissions already cached. */
export async function recordOperations(
  bench: Bench,
  target: Target,
  operations: readonly Operation[],
  world: World,
): Promise<RecordedOperation[]> {
  const proxy = await startRecordingProxy(bench.databaseUrl)
  const environment = { ...bench.environment, DATABASE_URL: proxy.url }
  const running = await bench.start(target, { environment })
  const recorded: RecordedOperation[] = []
  for (const operation of operations) {
    const requests = operation.requests(world, 0)
    const next = typeof requests === 'function' ? requests : () => requests[0]!
    await send(running.baseUrl, next())
    const { statements, body } = await withoutMailQuery(async () => {
      proxy.take()
      const response = await send(running.baseUrl, next())
      return { statements: proxy.take(), body: response.body as { _id?: string } }
    })
    recorded.push({ operation, statements, createdId: operation.name.startsWith('create') ? body._id : undefined })
  }
  await running.stop()
  await proxy.close()
  return recorded

  /** Repeats `attempt` until the service's mail query, which runs once a second, does not interfere. */
  async function withoutMailQuery<T extends { statements: Statement[] }>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
      const result = await attempt()
      if (!result.statements.some(({ text }) => /\bmails\b/.test(text))) return result
    }
  }
}
