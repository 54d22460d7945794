import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createIdGenerator } from '@partner-accounts/core'
import { postgresPrograms } from '@partner-accounts/local-servers'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountBody, addPortalUser, signedIn } from '../harness.ts'
import { internalClient, nativeClient } from '../internal/internal-client.ts'
import { QueuedMails } from '../internal/queued-mails.ts'
import { Fleet, type Instance } from './fleet.ts'

const programs = postgresPrograms()
const newId = createIdGenerator()
const SKEW_MS = 60_000

/** Returns a module that is loaded before the service and shifts its clock, but not its timers. */
const skewedClock = (skewMs: number) => `
const TrueDate = Date
globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(TrueDate.now() + ${skewMs})
  }
  static now() {
    return TrueDate.now() + ${skewMs}
  }
}`

describe.skipIf(programs === undefined)('Instances whose clocks differ by a minute (requires PostgreSQL)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-clock-'))
  let fleet: Fleet
  let instances: Record<'right' | 'fast' | 'slow', Instance>
  beforeAll(async () => {
    fleet = await Fleet.open(programs)
    const startSkewed = (name: string, skewMs: number) => {
      const preload = path.join(folder, `${name}.mjs`)
      writeFileSync(preload, skewedClock(skewMs))
      // No mail can be sent, so the test finds all of them in the queue.
      return fleet.start({ NODE_OPTIONS: `--import=${preload}`, SMTP_URL: 'smtp://127.0.0.1:9' })
    }
    instances = {
      right: await startSkewed('right', 0),
      fast: await startSkewed('fast', SKEW_MS),
      slow: await startSkewed('slow', -SKEW_MS),
    }
  })
  afterAll(async () => {
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('accept tokens from each other, even if `iat` is in the future', async () => {
    const user = await addPortalUser(fleet)
    for (const issuer of Object.values(instances)) {
      const { token } = await signedIn(issuer, user)
      for (const { baseUrl } of Object.values(instances)) {
        const response = await fetch(`${baseUrl}/partner-accounts`, { headers: { authorization: `Bearer ${token}` } })
        expect(response.status).toBe(200)
      }
    }
    const fast = await signedIn(instances.fast, user)
    const slow = await signedIn(instances.slow, user)
    // Verifies the setup: the clocks really differ.
    expect(decodeJwt(fast.token).iat! - decodeJwt(slow.token).iat!).toBeGreaterThanOrEqual((2 * SKEW_MS) / 1000 - 1)
  })

  it('replay creations of each other for the same Idempotency-Key', async () => {
    const user = await addPortalUser(fleet)
    const fast = await signedIn(instances.fast, user)
    const slow = await signedIn(instances.slow, user)
    for (const [one, other] of [
      [fast, slow],
      [slow, fast],
    ] as const) {
      const body = accountBody()
      const headers = { 'idempotency-key': newId() }
      const first = await one.post('/partner-accounts', body, headers)
      expect(first.status).toBe(200)
      expect((await other.post('/partner-accounts', body, headers)).body).toEqual(first.body)
    }
  })

  it('accept activation links from each other', async () => {
    const mails = new QueuedMails(fleet.database)
    const { id: partnerId } = await internalClient(instances.right).partners.create.mutate({ name: 'Revenda Sul' })
    for (const [one, other] of [
      [instances.fast, instances.slow],
      [instances.slow, instances.fast],
    ] as const) {
      const email = `${newId()}@revenda.example`
      await internalClient(one).portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
      const token = await vi.waitFor(async () => {
        // Makes the mail due now. The instances' workers deferred it because they cannot reach a mail server.
        await fleet.database.prisma.mail.updateMany({ data: { dueAt: new Date(0) }, where: { recipient: email } })
        return mails.latestToken(email)
      }, 30_000)
      const activated = await nativeClient(other).activation.activate.mutate({
        token,
        password: `correct horse ${newId()}`,
      })
      expect(activated).toMatchObject({ email, status: 'active' })
    }
  })
})
