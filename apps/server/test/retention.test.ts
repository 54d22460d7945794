import { createHash } from 'node:crypto'
import { createIdGenerator, firstIdAt } from '@partner-accounts/core'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Metrics } from '../src/observability/metrics.ts'
import { startRetention } from '../src/background/retention-worker.ts'
import { addPortalUser, signedInPartner, startTestService, type TestService } from './harness.ts'
import { addAccount, internalClient } from './internal/internal-client.ts'

const newId = createIdGenerator()
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('expired rows are deleted in batches; unexpired rows and failed mails stay', async () => {
  const { prisma } = service.database
  const { id: userId, partnerId } = await addPortalUser(service)
  /** Returns a mail that was sent, or that failed if `sentDaysAgo` is omitted. The first half of its id is a time. */
  const mail = (queuedDaysAgo: number, sentDaysAgo?: number) => ({
    id: `${firstIdAt(daysAgo(queuedDaysAgo)).slice(0, 12)}${newId().slice(12)}`,
    kind: 'password-changed',
    recipient: 'ana@revenda.example',
    recipientKey: 'ana@revenda.example',
    partnerId,
    ...(sentDaysAgo === undefined
      ? { status: 'failed' as const, sealedContent: new Uint8Array(1) }
      : { status: 'sent' as const, sentAt: daysAgo(sentDaysAgo) }),
  })
  const keptMails = [mail(400), mail(92, 89), mail(1, 1)]
  await prisma.mail.createMany({ data: [...keptMails, ...Array.from({ length: 1_500 }, () => mail(91, 91))] })
  const expired = { id: newId(), expiresAt: daysAgo(1) }
  const valid = { id: newId(), expiresAt: daysAgo(-1) }
  const expiring = [expired, valid]
  await prisma.idempotentCreation.createMany({
    data: expiring.map(({ id, expiresAt }) => {
      const bytes = new Uint8Array(createHash('sha256').update(id).digest())
      return { partnerId, accountId: id, lookup: bytes, fingerprint: bytes, sealedResponse: bytes, expiresAt }
    }),
  })
  await prisma.provokedFailure.createMany({
    data: expiring.map(({ id, expiresAt }) => ({ partnerId, lookup: new TextEncoder().encode(id), expiresAt })),
  })
  const operator = { name: 'Rui', role: 'support' } as const
  const browser = { userAgent: '', network: '192.0.2.1' }
  await prisma.operatorSession.createMany({ data: expiring.map((row) => ({ ...operator, ...browser, ...row })) })
  await prisma.operatorSignInLink.createMany({
    data: expiring.map((row) => ({
      ...operator,
      ...row,
      createdBy: 'ops',
      tokenHash: new Uint8Array(32).fill(row === valid ? 1 : 2),
    })),
  })
  await prisma.portalSession.createMany({
    data: expiring.map((row) => {
      const times = { startedAt: daysAgo(2), lastUsedAt: daysAgo(2) }
      return { partnerId, userId, tokenGeneration: 1, userAgent: 'Firefox', ...times, ...row }
    }),
  })
  await prisma.rateLimitRejections.createMany({
    data: [31, 29].map((days) => ({ partnerId, minute: daysAgo(days), requests: 1 })),
  })

  await prisma.pageFile.createMany({
    data: [31, 29].map((days) => ({
      app: 'portal',
      name: `${days}-days.js`,
      content: new Uint8Array(1),
      keptAt: daysAgo(days),
    })),
  })

  const deleted: Record<string, number> = {}
  const metrics = new Metrics('1.0.0')
  const app = fastify().register(metrics.plugin)
  const stop = startRetention({
    database: service.database,
    periods: { mailDays: 90, rejectionDays: 30 },
    logger: pino({ level: 'silent' }),
    onDeleted: (table, rows) => {
      deleted[table] = (deleted[table] ?? 0) + rows
    },
    onAllDeleted: metrics.setRetentionRun,
    onResealed: metrics.setSealedByOtherKeys,
  })
  await vi.waitFor(() => expect(deleted).toMatchObject({ mails: 1_500, rate_limit_rejections: 1 }), 30_000)
  await stop()
  // No key sealed the content of the failed mail.
  const { payload } = await app.inject('/metrics')
  expect(payload).toContain('sealed_by_other_keys{table="mails"} 1')
  expect(payload).toContain('sealed_by_other_keys{table="webhook_endpoints"} 0')
  const [, lastRun] = /^retention_last_run_timestamp_seconds (\S+)$/m.exec(payload)!
  expect(Number(lastRun)).toBeGreaterThan(Date.now() / 1000 - 60)
  expect(deleted).toEqual({
    mails: 1_500,
    idempotent_creations: 1,
    provoked_failures: 1,
    operator_sessions: 1,
    operator_sign_in_links: 1,
    page_files: 1,
    portal_sessions: 1,
    rate_limit_rejections: 1,
    webhook_deliveries: 0,
    accounts: 0,
    audit_entries: 0,
  })
  const onlyIds = { select: { id: true } }
  expect(await prisma.mail.findMany({ ...onlyIds, orderBy: { id: 'asc' } })).toEqual(
    keptMails.map(({ id }) => ({ id })),
  )
  expect(await prisma.operatorSession.findMany(onlyIds)).toEqual([{ id: valid.id }])
  expect(await prisma.portalSession.findMany(onlyIds)).toEqual([{ id: valid.id }])
  expect(await prisma.operatorSignInLink.findMany(onlyIds)).toEqual([{ id: valid.id }])
  expect(await prisma.idempotentCreation.count()).toBe(1)
  expect(await prisma.provokedFailure.count()).toBe(1)
  expect(await prisma.pageFile.findMany({ select: { name: true }, where: { name: { endsWith: '-days.js' } } })).toEqual(
    [{ name: '29-days.js' }],
  )
})

it('accounts, their notes, mails and events are deleted after 30 days if they belong to a test partner', async () => {
  // Ids contain their time, which decides about the age of mails and events.
  let idAgeDays = 31
  const aged = await startTestService({}, () => Date.now() - idAgeDays * DAY_MS)
  const live = await signedInPartner(aged)
  const other = await signedInPartner(aged)
  const test = await signedInPartner(aged, { testOf: live.user.partnerId })
  const young = await signedInPartner(aged, { testOf: other.user.partnerId })
  for (const partner of [live, test, test, young]) {
    const { id: accountId } = await addAccount(partner)
    await internalClient(aged).subscriptions.activate.mutate({ accountId })
    await internalClient(aged).notes.create.mutate({ accountId, text: 'Ligou.' })
  }
  const { prisma } = aged.database
  await prisma.account.updateMany({ data: { createdAt: daysAgo(31) } })
  idAgeDays = 0
  const recent = await addAccount(test)
  const where = { partnerId: young.user.partnerId }
  await prisma.account.updateMany({ data: { createdAt: daysAgo(29) }, where })

  // The accounts of `test` that are 31 days old, the events of `young` that are as old, and two such mails per account.
  expect(await aged.database.deleteExpired({ mailDays: 90, rejectionDays: 30 }, 1_000)).toMatchObject({
    accounts: 2,
    audit_entries: 2,
    mails: 6,
  })
  /** Returns the ids of the stored accounts of a partner, and of the accounts that its events and mails name. */
  const accountIdsOf = async ({ user: { partnerId } }: typeof live) => {
    const where = { partnerId }
    const events = await prisma.auditEntry.findMany({ where: { ...where, position: { not: null } } })
    const records = [...events, ...(await prisma.mail.findMany({ where }))].map(({ accountId }) => accountId)
    return [(await prisma.account.findMany({ where })).map(({ id }) => id), [...new Set(records)]]
  }
  expect(await accountIdsOf(test)).toEqual([[recent.id], [recent.id]])
  const noteCountOf = ({ user: { partnerId } }: typeof live) => prisma.note.count({ where: { partnerId } })
  expect([await noteCountOf(test), await noteCountOf(young), await noteCountOf(live)]).toEqual([0, 1, 1])
  expect((await accountIdsOf(young)).map(({ length }) => length)).toEqual([1, 0])
  expect((await accountIdsOf(live)).map(({ length }) => length)).toEqual([1, 1])
  await aged.stop()
})

it('an error in the data of one test partner prevents no other deletion', async () => {
  const aged = await startTestService({}, () => Date.now() - 31 * DAY_MS)
  const live = await signedInPartner(aged)
  const broken = await signedInPartner(aged, { testOf: live.user.partnerId })
  const { prisma } = aged.database
  const intact = await signedInPartner(aged, { testOf: (await signedInPartner(aged)).user.partnerId })
  await addAccount(broken)
  await addAccount(intact)
  await prisma.account.updateMany({ data: { createdAt: daysAgo(31) } })
  await prisma.rateLimitRejections.create({
    data: { partnerId: live.user.partnerId, minute: daysAgo(31), requests: 1 },
  })
  await prisma.$executeRaw`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`
  await prisma.$executeRawUnsafe(`
    CREATE TRIGGER fails BEFORE DELETE ON accounts
    FOR EACH ROW WHEN (OLD.partner_id = '${broken.user.partnerId}') EXECUTE FUNCTION fail()`)

  await expect(aged.database.deleteExpired({ mailDays: 90, rejectionDays: 30 }, 1_000)).rejects.toThrow()
  const remaining = await prisma.account.findMany({ select: { partnerId: true } })
  expect(remaining).toEqual([{ partnerId: broken.user.partnerId }])
  expect(await prisma.rateLimitRejections.count()).toBe(0)
  await aged.stop()
})
