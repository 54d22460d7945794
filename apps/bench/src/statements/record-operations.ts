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
  /** Id of the account that the request created. */
  createdId: string | undefined
}

/** Statements that the service runs at intervals. */
const BACKGROUND = /^\/\* (mail_claim|mail_queue_state|mails_due|request_log_\w+|rejections_\w+) \*\//

/**
 * Records the statements that each operation runs. Repeats its request until two in succession run the same statements.
 * By then, tokens and permissions are cached, and the work at the target's start, such as the deletion of expired rows,
 * is over.
 */
export async function recordOperations(
  bench: Bench,
  target: Target,
  operations: readonly Operation[],
  world: World,
): Promise<RecordedOperation[]> {
  const proxy = await startRecordingProxy(bench.databaseUrl)
  const environment = { ...bench.environment, DATABASE_URL: proxy.url }
  const running = await bench.start(target, { environment })
  const record = async (operation: Operation): Promise<RecordedOperation> => {
    const connection = 0
    const requests = operation.requests(world, connection)
    const next = typeof requests === 'function' ? requests : () => requests[0]!
    let previous: string | undefined
    for (;;) {
      const { body } = (await send(running.baseUrl, next())) as { body: { _id?: string } }
      const statements = proxy.take().filter(({ text }) => !BACKGROUND.test(text))
      const texts = statements.map(({ text }) => text).join('\n')
      if (texts === previous) {
        const isCreation = operation.name.startsWith('create')
        return { operation, statements, createdId: isCreation ? body._id : undefined }
      }
      previous = texts
    }
  }
  const recorded: RecordedOperation[] = []
  for (const operation of operations) recorded.push(await record(operation))
  await running.stop()
  await proxy.close()
  return recorded
}
