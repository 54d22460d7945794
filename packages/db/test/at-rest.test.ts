import { randomBytes } from 'node:crypto'
import { postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../src/index.ts'

const cleanUp: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
})

const programs = postgresPrograms()
describe.skipIf(programs === undefined)('a database at rest (skipped: no /usr/lib/postgresql/*/bin)', () => {
  it("does without Prisma's compiler of queries until one of its queries comes", async () => {
    const server = await startPostgres(programs ?? '')
    cleanUp.push(() => server.stop())
    const compiled = vi.spyOn(WebAssembly, 'Module')
    cleanUp.push(() => compiled.mockRestore())
    const database = await openDatabase({ url: server.url }, randomBytes(32))
    cleanUp.push(() => database.close())

    await database.migrate()
    expect(await database.isReady()).toBe(true)
    expect(await database.mailDeliveries.claim(60)).toBeUndefined()
    expect(await database.mailDeliveries.state(10)).toEqual({ queued: 0, failed: 0, overdueSeconds: 0 })
    expect(compiled).not.toHaveBeenCalled()

    await database.stores.partners.find('nobody')
    expect(compiled).toHaveBeenCalledOnce()
  })
})
