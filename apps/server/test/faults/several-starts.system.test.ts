import { postgresPrograms } from '@partner-accounts/local-servers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilReady } from '../built-service.ts'
import { Fleet } from './fleet.ts'

const programs = postgresPrograms()

describe.skipIf(programs === undefined)('The start of the service on PostgreSQL (requires PostgreSQL)', () => {
  let fleet: Fleet
  beforeEach(async () => {
    fleet = await Fleet.open(programs)
  })
  afterEach(() => fleet.stop())

  it('succeeds for four concurrent instances on an empty database: one migrates, one creates the demo partner and its test partner', async () => {
    const instances = await Promise.all([1, 2, 3, 4].map(() => fleet.launch()))
    await Promise.all(instances.map(({ service }) => untilReady(service)))
    for (const instance of instances) expect(await instance.readiness()).toMatchObject({ status: 200 })

    const { rows } = await fleet.database.pool.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    )
    const applied = instances.flatMap(({ service }) => service.output().match(/"migration":"[^"]+"/g) ?? [])
    expect(applied.toSorted()).toEqual(rows.map((row) => `"migration":"${row.migration_name}"`).toSorted())
    expect(applied.length).toBeGreaterThan(0)
    expect(await fleet.database.prisma.partner.count({ where: { testOf: null } })).toBe(1)
    expect(await fleet.database.prisma.partner.count()).toBe(2)
    expect(instances.filter(({ service }) => service.output().includes('A demo partner was created'))).toHaveLength(1)
  })

  it('waits for an unavailable database and logs it', async () => {
    await fleet.postgres.kill()
    const instance = await fleet.launch()
    await vi.waitFor(() => expect(instance.service.output()).toContain('database unreachable, trying again'), 30_000)
    await fleet.postgres.restart()
    await untilReady(instance.service)
    expect(await instance.readiness()).toMatchObject({ status: 200 })
  })

  it('fails with one clear message when the database stays unavailable', async () => {
    await fleet.postgres.kill()
    const { service } = await fleet.launch({ DATABASE_START_TIMEOUT_MS: '1200' })
    expect(await service.ended).toBe(1)
    expect(service.output()).toContain('which is unavailable (ECONNREFUSED)')
    await fleet.postgres.restart()
  })

  it('fails immediately when the database does not exist, because a retry cannot help', async () => {
    const elsewhere = new URL(fleet.postgres.url)
    elsewhere.pathname = '/no_such_database'
    const { service } = await fleet.launch({ DATABASE_URL: elsewhere.href })
    expect(await service.ended).toBe(1)
    expect(service.output()).toContain('database "no_such_database" does not exist')
    expect(service.output()).not.toContain('trying again')
  })

  it('is followed by a clean exit on SIGTERM while the database hangs', async () => {
    const { service } = await fleet.start()
    fleet.postgres.pause()
    service.process.kill('SIGTERM')
    const stopped = performance.now()
    expect(await service.ended).toBe(0)
    // The service ends at most eight seconds after the signal. The rest is a margin for a busy machine.
    expect(performance.now() - stopped).toBeLessThan(20_000)
    fleet.postgres.resume()
  })
})
