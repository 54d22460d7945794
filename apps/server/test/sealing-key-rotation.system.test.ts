import { randomBytes } from 'node:crypto'
import { createIdGenerator, type SealingKeys } from '@partner-accounts/core'
import { type Database, openDatabase } from '@partner-accounts/db'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  addPortalUser,
  listenOn,
  type PartnerClient,
  signedIn,
  TEST_KEYS,
  type TestPortalUser,
  type TestService,
} from './harness.ts'
import { internalClient } from './internal/internal-client.ts'
import { QueuedMails } from './internal/queued-mails.ts'

const newId = createIdGenerator()
const programs = postgresPrograms()
/** The old key while it is the only one, and needs no id. */
const UNNAMED = { kid: undefined, key: randomBytes(32) }
const OLD = { kid: 's1', key: UNNAMED.key }
const NEW = { kid: 's2', key: randomBytes(32) }

/** The keyrings of two instances while a step of a rotation is rolled out: before and after the step. */
const STEPS: [step: string, before: SealingKeys, after: SealingKeys][] = [
  ['the new key is added', [UNNAMED], [OLD, NEW]],
  ['the new key seals', [OLD, NEW], [NEW, OLD]],
  ['the old key is removed', [NEW, OLD], [NEW]],
]

describe.skipIf(programs === undefined)('A rotation of DATA_SEALING_KEY (requires PostgreSQL)', () => {
  let postgres: PostgresServer
  let user: TestPortalUser
  const opened: { service: TestService; database: Database }[] = []
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
  })
  afterEach(async () => {
    for (const { service, database } of opened.splice(0)) {
      await service.stop()
      await database.close()
    }
  })
  afterAll(() => postgres.stop())

  /** Starts an instance with a keyring. */
  async function instanceWith(dataSealingKeys: SealingKeys) {
    // On a busy machine, a statement may wait for longer than the default timeouts.
    const limits = { connectTimeoutMs: 30_000, statementTimeoutMs: 30_000 }
    const database = await openDatabase({ url: postgres.url, ...limits }, dataSealingKeys)
    await database.migrate()
    const service = await listenOn(database, {}, { ...TEST_KEYS, dataSealingKeys })
    opened.push({ service, database })
    user ??= await addPortalUser(service)
    return { service, database, partner: await signedIn(service, user) }
  }
  const post = (partner: PartnerClient, body: object, key: string) =>
    partner.post('/partner-accounts', body, { 'idempotency-key': key })

  it.each(STEPS)('while %s: each instance replays the creations of the other one', async (_step, before, after) => {
    const one = await instanceWith(before)
    const other = await instanceWith(after)
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const body = accountBody()
      const key = newId()
      const created = await post(first.partner, body, key)
      const replayed = await post(second.partner, body, key)
      expect([created.status, replayed.status]).toEqual([200, 200])
      expect(replayed.body).toEqual(created.body)
      expect(replayed.headers.get('idempotent-replayed')).toBe('true')
      expect((await post(second.partner, accountBody(), key)).body).toMatchObject({
        _error: { message: { 'Idempotency-Key': expect.any(Array) as string[] } },
      })
    }
  })

  it.each(STEPS)('while %s: concurrent attempts of a creation create one account', async (_step, before, after) => {
    const instances = [await instanceWith(before), await instanceWith(after)]
    for (let round = 0; round < 5; round++) {
      const body = accountBody()
      const key = newId()
      const sent = Array.from({ length: 6 }, (_, index) => post(instances[index % 2]!.partner, body, key))
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      // The request that creates the account gets 200. The others get 200 or 409, never 422 for the e-mail it registered.
      expect(statuses).toContain(200)
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
      const retried = await Promise.all(instances.map(({ partner }) => post(partner, body, key)))
      expect(retried[0]!.status).toBe(200)
      expect(retried[1]!.body).toEqual(retried[0]!.body)
    }
  })

  it.each(STEPS)('while %s: each instance can deliver the mails of the other one', async (_step, before, after) => {
    const one = await instanceWith(before)
    const other = await instanceWith(after)
    for (const [queuing, delivering] of [
      [one, other],
      [other, one],
    ] as const) {
      const email = `${newId()}@revenda.example`
      await internalClient(queuing.service).portalUsers.invite.mutate({
        partnerId: user.partnerId,
        email,
        name: 'Ana',
      })
      expect(await new QueuedMails(delivering.database).to(email)).toMatchObject([{ kind: 'portal-user-invitation' }])
    }
  })

  it('mails whose key was removed too early are claimed without content, and delivered once it is restored', async () => {
    const old = await instanceWith([OLD])
    const without = await instanceWith([NEW])
    const email = `${newId()}@revenda.example`
    await internalClient(old.service).portalUsers.invite.mutate({ partnerId: user.partnerId, email, name: 'Ana' })
    const expiredClaim = { limit: 1, claimSeconds: 0 }
    const claimed = await without.database.mailQueue.claim(expiredClaim.limit, expiredClaim.claimSeconds)
    expect(claimed).toMatchObject([{ recipient: email, content: { kind: 'mail-key-removed' } }])
    expect(await new QueuedMails((await instanceWith([NEW, OLD])).database).to(email)).toHaveLength(1)
  })
})
