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
const OFF_BY_MS = 60_000

/** Loaded before the service: its clock then goes wrong, its timers do not. */
const wrongClock = (offByMs: number) => `
const TrueDate = Date
globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(TrueDate.now() + ${offByMs})
  }
  static now() {
    return TrueDate.now() + ${offByMs}
  }
}`

describe.skipIf(programs === undefined)('instances a minute apart (skipped: no /usr/lib/postgresql/*/bin)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-clock-'))
  let fleet: Fleet
  let instances: Record<'right' | 'fast' | 'slow', Instance>
  beforeAll(async () => {
    fleet = await Fleet.open(programs)
    const startOff = (name: string, offByMs: number) => {
      const preload = path.join(folder, `${name}.mjs`)
      writeFileSync(preload, wrongClock(offByMs))
      // No mail leaves: the test reads them in the queue.
      return fleet.start({ NODE_OPTIONS: `--import=${preload}`, SMTP_URL: 'smtp://127.0.0.1:9' })
    }
    instances = {
      right: await startOff('right', 0),
      fast: await startOff('fast', OFF_BY_MS),
      slow: await startOff('slow', -OFF_BY_MS),
    }
  })
  afterAll(async () => {
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('take the tokens of each other, however far in the future they were issued', async () => {
    const user = await addPortalUser(fleet)
    for (const issuer of Object.values(instances)) {
      const { token } = await signedIn(issuer, user)
      for (const { baseUrl } of Object.values(instances)) {
        const answer = await fetch(`${baseUrl}/partner-accounts`, { headers: { authorization: `Bearer ${token}` } })
        expect(answer.status).toBe(200)
      }
    }
    const [fast, slow] = [await signedIn(instances.fast, user), await signedIn(instances.slow, user)]
    // What is tried here is what it is meant to be.
    expect(decodeJwt(fast.token).iat! - decodeJwt(slow.token).iat!).toBeGreaterThanOrEqual((2 * OFF_BY_MS) / 1000 - 1)
  })

  it('give each other the answers that are kept under a key', async () => {
    const user = await addPortalUser(fleet)
    const [fast, slow] = [await signedIn(instances.fast, user), await signedIn(instances.slow, user)]
    for (const [one, other] of [
      [fast, slow],
      [slow, fast],
    ] as const) {
      const [body, headers] = [accountBody(), { 'idempotency-key': newId() }]
      const first = await one.post('/partner-accounts', body, headers)
      expect(first.status).toBe(200)
      expect((await other.post('/partner-accounts', body, headers)).body).toEqual(first.body)
    }
  })

  it('take the activation links of each other', async () => {
    const mails = new QueuedMails(fleet.database)
    const { id: partner_id } = await internalClient(instances.right).partners.create.mutate({ name: 'Revenda Sul' })
    for (const [one, other] of [
      [instances.fast, instances.slow],
      [instances.slow, instances.fast],
    ] as const) {
      const email = `${newId()}@revenda.example`
      await internalClient(one).portalUsers.invite.mutate({ partner_id, email, name: 'Ana' })
      const token = await vi.waitFor(async () => {
        // From under the instances' workers, which find no mail server and try again.
        await fleet.database.prisma.mail.updateMany({ data: { dueAt: new Date(0) }, where: { recipient: email } })
        return mails.latestToken(email)
      })
      const activated = await nativeClient(other).activation.activate.mutate({ token, password: newId() })
      expect(activated).toMatchObject({ email, status: 'active' })
    }
  })
})
