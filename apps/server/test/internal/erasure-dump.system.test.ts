import { execFileSync } from 'node:child_process'
import { openDatabase } from '@partner-accounts/db'
import { postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { expect, it, onTestFinished } from 'vitest'
import { listenOn, TEST_KEYS } from '../harness.ts'
import { findValues, storeAccount, storePortalUser } from './stored-people.ts'

const programs = postgresPrograms()

it.skipIf(programs === undefined)(
  'pg_dump contains no value of an erased account or portal user (requires PostgreSQL)',
  async () => {
    const postgres = await startPostgres(programs ?? '')
    onTestFinished(() => postgres.stop())
    const database = await openDatabase({ url: postgres.url }, TEST_KEYS.dataSealingKeys)
    onTestFinished(() => database.close())
    await database.migrate()
    const service = await listenOn(database, { SUBSCRIPTION_NOTICES: 'on' })
    onTestFinished(() => service.stop())
    const dump = () => execFileSync(`${programs}/pg_dump`, [postgres.url], { encoding: 'utf8', maxBuffer: 2 ** 26 })

    const people = [await storeAccount(service), await storePortalUser(service)]
    const before = dump()
    // A dump shows no sealed values, but most others.
    for (const { values } of people) expect(findValues(before, values).length).toBeGreaterThan(values.length / 2)
    for (const { erase } of people) await erase()
    const after = dump()
    for (const { values } of people) expect(findValues(after, values)).toEqual([])
  },
)
