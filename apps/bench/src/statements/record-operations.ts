import { ask } from '../answers/probe.ts'
import type { Bench } from '../bench.ts'
import type { Contender } from '../contenders/contender.ts'
import type { Operation } from '../operations.ts'
import type { World } from '../seed/seed-world.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import type { Statement } from './wire-statements.ts'

/** What one operation has PostgreSQL do. */
export interface RecordedOperation {
  operation: Operation
  /** In their order, BEGIN and COMMIT too. */
  statements: Statement[]
  /** The account that it made. */
  createdId: string | undefined
}

/** Longer than a contender waits for something to do. */
const QUIET_MS = 50

/** The statements of each operation when all that can be kept in memory (tokens, rights) is there already. */
export async function recordOperations(
  bench: Bench,
  contender: Contender,
  operations: readonly Operation[],
  world: World,
): Promise<RecordedOperation[]> {
  const proxy = await startRecordingProxy(bench.databaseUrl)
  const environment = { ...bench.environment, DATABASE_URL: proxy.url }
  const running = await bench.start(contender, { environment })
  const recorded: RecordedOperation[] = []
  for (const operation of operations) {
    const requests = operation.requests(world, 0)
    const next = typeof requests === 'function' ? requests : () => requests[0]!
    await ask(running.baseUrl, next())
    const { statements, body } = await undisturbed(async () => {
      proxy.take()
      const answer = await ask(running.baseUrl, next())
      return { statements: proxy.take(), body: answer.body as { _id?: string } }
    })
    recorded.push({ operation, statements, createdId: operation.name.startsWith('create') ? body._id : undefined })
  }
  await running.stop()
  await proxy.close()
  return recorded

  /** The service looks for mails once a second: what it asks then is no part of the operation. */
  async function undisturbed<T extends { statements: Statement[] }>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
      const result = await attempt()
      if (!result.statements.some(({ text }) => /\bmails\b/.test(text))) return result
    }
  }
}
