import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ClaimedMail, type MailContent, MAIL_SCHEDULE, type NewMail } from '../src/mails/mail.ts'
import type { DeliveryQueue } from '../src/delivery-queue.ts'

/** The queue under test, which is empty at first, and methods to prepare it. */
export interface MailQueueFixture {
  mails: DeliveryQueue<ClaimedMail>
  /** Returns the id of the mail. */
  queue(mail: NewMail): Promise<string>
  /** Simulates the passing of time for the queue. */
  elapse(seconds: number): Promise<void>
}

const CLAIM_SECONDS = 60

/** Tests the contract of `DeliveryQueue` for mails. Every implementation has to pass. */
export function mailQueueContract(name: string, open: () => Promise<MailQueueFixture>): void {
  describe(`${name} as DeliveryQueue`, () => {
    let fixture: MailQueueFixture
    beforeAll(async () => {
      fixture = await open()
    })

    const WELCOME: MailContent = { kind: 'administrator-welcome', name: 'Ana', accountName: 'Padaria' }
    const ACTIVATION: MailContent = {
      kind: 'administrator-activation',
      name: 'Ana',
      accountName: 'Padaria',
      activationToken: 'paa_token',
    }
    const INVITATION: MailContent = {
      kind: 'portal-user-invitation',
      name: 'Ana',
      partnerName: 'Revenda',
      permissions: [],
      activationToken: 'pau_token',
    }
    const queueMail = async (
      content: MailContent = ACTIVATION,
      partner: Pick<NewMail, 'partnerId'> = {},
    ): Promise<NewMail & { id: string }> => {
      const mail = { recipient: 'ana@empresa.example', content, ...partner }
      return { id: await fixture.queue(mail), ...mail }
    }
    const claimNext = async () => (await fixture.mails.claim(1, CLAIM_SECONDS))[0]
    const markSent = (...mails: ClaimedMail[]) =>
      fixture.mails.record(mails.map((delivery) => ({ delivery, report: undefined })))
    const markFailed = (delivery: ClaimedMail, error: string, retryInSeconds?: number) =>
      fixture.mails.record([{ delivery, failure: { error, retryInSeconds }, report: undefined }])
    /** Claims the next mail, and throws when none is due. */
    const claimDue = async (): Promise<ClaimedMail> => {
      const mail = await claimNext()
      if (!mail) throw new Error('no mail is due')
      return mail
    }

    it('claim returns a queued mail to exactly one of several concurrent workers', async () => {
      const { id, recipient, content } = await queueMail()
      const outcomes = await Promise.all(Array.from({ length: 6 }, claimNext))
      const taken = outcomes.filter((mail) => mail !== undefined)
      expect(taken).toEqual([{ id, kind: content.kind, partnerId: null, recipient, content, attempts: 1 }])
      await markSent(taken[0]!)
    })

    it('claim returns a mail immediately after it was queued, in any part of a millisecond', async () => {
      for (let times = 0; times < 200; times++) {
        const { id } = await queueMail()
        const mail = await claimDue()
        expect(mail.id).toBe(id)
        await markSent(mail)
      }
    })

    it('claim returns a welcome mail a few seconds after the activation mail that was queued with it', async () => {
      const welcome = await queueMail(WELCOME)
      const activation = await queueMail(ACTIVATION)
      const first = await claimDue()
      expect(first.id).toBe(activation.id)
      await fixture.elapse(MAIL_SCHEDULE[WELCOME.kind].delaySeconds)
      const second = await claimDue()
      expect(second.id).toBe(welcome.id)
      await markSent(first, second)
    })

    it('concurrent claims of several mails return each mail once, in order', async () => {
      const ids: string[] = []
      for (let count = 0; count < 30; count++) ids.push((await queueMail()).id)
      const claims: ClaimedMail[][] = []
      while (claims.flat().length < ids.length)
        claims.push(...(await Promise.all([1, 2, 3].map(() => fixture.mails.claim(4, CLAIM_SECONDS)))))
      for (const mails of claims) expect(mails.map(({ id }) => id)).toEqual(mails.map(({ id }) => id).toSorted())
      expect(
        claims
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids)
      await markSent(...claims.flat())
      expect(await fixture.mails.state(3)).toMatchObject({ queued: 0 })
    })

    it('claim returns the mail that has been due longest', async () => {
      const first = await queueMail()
      const second = await queueMail()
      const mails = [await claimDue(), await claimDue()]
      expect(mails.map(({ id }) => id)).toEqual([first.id, second.id])
      await markSent(...mails)
    })

    it('claim returns invitations before other due mails, and no mail before it is due', async () => {
      const bulk = [await queueMail(), await queueMail()]
      const invitations = [await queueMail(INVITATION), await queueMail(INVITATION)]
      const mails = [await claimDue(), await claimDue()]
      expect(mails.map(({ id }) => id)).toEqual(invitations.map(({ id }) => id))
      await markFailed(mails[0]!, 'greylisted', 300)
      await markSent(mails[1]!)
      const rest = [await claimDue(), await claimDue()]
      expect(rest.map(({ id }) => id)).toEqual(bulk.map(({ id }) => id))
      await fixture.elapse(301)
      expect(await claimDue()).toMatchObject({ id: invitations[0]!.id, attempts: 2 })
      await markSent(...rest, { ...mails[0]!, attempts: 2 })
    })

    describe('with very many due mails of one partner', () => {
      const BUSY = 100
      const busy = { partnerId: 'm-busy' }
      const countBusy = (mails: readonly ClaimedMail[]) =>
        mails.filter(({ partnerId }) => partnerId === busy.partnerId).length
      beforeEach(async () => {
        for (let count = 0; count < BUSY; count++) await queueMail(ACTIVATION, busy)
      })
      afterEach(async () => {
        for (let mails = await fixture.mails.claim(BUSY, CLAIM_SECONDS); mails.length > 0;) {
          await markSent(...mails)
          mails = await fixture.mails.claim(BUSY, CLAIM_SECONDS)
        }
      })

      it('claim leaves half of the places to others, and all places to it while nothing else is due', async () => {
        const other = await queueMail(ACTIVATION, { partnerId: 'other' })
        const ofNobody = await queueMail()
        const inFlight = await fixture.mails.claim(4, CLAIM_SECONDS)
        expect(inFlight.map(({ id }) => id)).toEqual(expect.arrayContaining([other.id, ofNobody.id]))
        expect(inFlight).toHaveLength(4)
        const next = await queueMail(ACTIVATION, { partnerId: 'other' })
        const [claimed] = await fixture.mails.claim(1, CLAIM_SECONDS, inFlight)
        expect(claimed!.id).toBe(next.id)
        inFlight.push(claimed!, ...(await fixture.mails.claim(3, CLAIM_SECONDS, inFlight)))
        expect(countBusy(inFlight)).toBe(5)
        await markSent(...inFlight)
      })

      it('claim returns mails of many partners until none is due', async () => {
        let left = 60
        for (let count = 0; count < left; count++)
          await queueMail(ACTIVATION, { partnerId: String.fromCharCode(97 + (count % 20)) })
        for (let claims = 0; left > 0; claims++) {
          expect(claims).toBeLessThan(12)
          const mails = await fixture.mails.claim(10, CLAIM_SECONDS)
          expect(mails).toHaveLength(10)
          expect(countBusy(mails)).toBeLessThanOrEqual(Math.max(5, 10 - left))
          left -= mails.length - countBusy(mails)
          await markSent(...mails)
        }
      })

      it('claim alternates between partners if there is one place', async () => {
        for (let count = 0; count < 2; count++) await queueMail(ACTIVATION, { partnerId: 'other' })
        const mails: ClaimedMail[] = []
        for (let count = 0; count < 4; count++) {
          const mail = await claimDue()
          await markSent(mail)
          mails.push(mail)
        }
        expect(countBusy(mails)).toBe(2)
      })

      it('claim returns invitations before them', async () => {
        const invitation = await queueMail(INVITATION, busy)
        const mails = await fixture.mails.claim(4, CLAIM_SECONDS)
        expect(mails[0]!.id).toBe(invitation.id)
        await markSent(...mails)
      })
    })

    it('claim returns a mail again after its claim expired, and results of the first worker are ignored', async () => {
      await queueMail()
      const lost = await claimDue()
      await fixture.elapse(CLAIM_SECONDS + 1)
      const taken = await claimDue()
      expect(taken).toMatchObject({ id: lost.id, attempts: 2 })
      await markSent(lost)
      await markFailed(lost, 'too late')
      await fixture.elapse(CLAIM_SECONDS + 1)
      expect(await claimDue()).toMatchObject({ id: lost.id, attempts: 3 })
      await markSent({ ...taken, attempts: 3 })
    })

    it('claim returns a failed mail again when its retry is due, not before', async () => {
      await queueMail()
      await markFailed(await claimDue(), 'greylisted', 300)
      expect(await fixture.mails.state(3)).toMatchObject({ queued: 1, deferred: 1, overdueSeconds: 0 })
      await fixture.elapse(200)
      expect(await claimNext()).toBeUndefined()
      await fixture.elapse(101)
      const again = await claimDue()
      expect(again.attempts).toBe(2)
      await markSent(again)
    })

    it('state counts queued and failed mails, and returns the age of the oldest due mail', async () => {
      const none = await fixture.mails.state(3)
      expect(none.overdueSeconds).toBe(0)
      for (let count = 0; count < 3; count++) await queueMail()
      await fixture.elapse(500)
      expect(await fixture.mails.state(3)).toMatchObject({ queued: 3, failed: none.failed })
      const { overdueSeconds } = await fixture.mails.state(3)
      expect(overdueSeconds).toBeGreaterThanOrEqual(500)
      expect(overdueSeconds).toBeLessThan(560)
      // Each count stops at the given number.
      expect(await fixture.mails.state(2)).toMatchObject({ queued: 2 })

      await markSent(...[await claimDue(), await claimDue()])
      await markFailed(await claimDue(), 'unknown')
      const { failed } = none
      expect(await fixture.mails.state(3)).toEqual({ queued: 0, deferred: 0, failed: failed + 1, overdueSeconds: 0 })
    })

    it('claim never returns a mail that was sent or has failed permanently', async () => {
      await queueMail()
      await queueMail()
      await markSent(await claimDue())
      await markFailed(await claimDue(), 'unknown')
      await fixture.elapse(100_000)
      expect(await claimNext()).toBeUndefined()
    })
  })
}
