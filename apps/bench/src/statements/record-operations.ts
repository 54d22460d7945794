import { send } from '../responses/probe.ts'
import type { Bench } from '../bench.ts'
import type { Target } from '../targets/target.ts'
import type { Operation } from '../operations.ts'
import type { World } from '../seed/seed-world.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import type { Statement } from './wire-statements.ts'

export interface RecordedOperation {
  operation: Operation
  /** In order, including BEGIN and COMMIT. */
  statements: Statement[]
  createdId: string | undefined
}

/** Longer than a target's background work after a request. */
const QUIET_MS = 50
/** Statements that the service runs at intervals. */
const BACKGROUND = /^\/\* (mail_claim|mail_queue_state|mails_due|request_log_\w+|rejections_\w+) \*\//

/** Tokens and permissions are already cached. */
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
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    proxy.take()
    const { body } = (await send(running.baseUrl, next())) as { body: { _id?: string } }
    const statements = proxy.take().filter(({ text }) => !BACKGROUND.test(text))
    recorded.push({ operation, statements, createdId: operation.name.startsWith('create') ? body._id : undefined })
  }
  await running.stop()
  await proxy.close()
  return recorded
}
