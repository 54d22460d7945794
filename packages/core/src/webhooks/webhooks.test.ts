import { beforeEach, describe, expect, it } from 'vitest'
import { ANA, OPERATOR, PARTNER, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import type { TeamMember } from '../identity/portal-user.ts'
import { LIMITS } from '../limits.ts'
import { disableWebhook } from './disable-webhook.ts'
import { changeWebhook, createWebhook, deleteWebhook, pauseWebhook, rotateWebhookSecret } from './manage-webhooks.ts'
import { replayWebhook, resumeWebhook, testWebhook } from './send-again.ts'
import type { WebhookSends } from './webhook-pace.ts'
import type { Webhook, WebhookStatus } from './webhook.ts'

const WEBHOOK: Webhook = {
  id: 'w1',
  partnerId: 'p1',
  url: 'https://erp.example:8443/hook?key=secret',
  types: [],
  status: 'active',
  failingSince: null,
  createdAt: new Date(0),
}
const USER = { kind: 'portal-user', id: 'u1' } as const
const MANAGER: TeamMember = {
  ...ANA,
  permissions: ['webhooks:manage'],
  createdAt: new Date(0),
  lastSignedInAt: null,
  hasSecondFactor: false,
}

describe('webhooks', () => {
  let webhook: Webhook
  /** The partner's number of endpoints. */
  let endpoints: number
  let users: TeamMember[]
  /** Endpoints that were disabled in the last day: this one, and all of the partner. */
  let disabled: { same: number; all: number }
  /** Number of transactions that a deletion takes. */
  let parts: number
  /** Calls of the store that change something, in order. */
  let calls: unknown[]
  let sends: WebhookSends[]
  let outbox: ReturnType<typeof stubOutbox>
  let dependencies: ReturnType<typeof stubDependencies> & Parameters<typeof createWebhook>[0]
  beforeEach(() => {
    webhook = WEBHOOK
    endpoints = 0
    users = [MANAGER]
    disabled = { same: 0, all: 0 }
    parts = 1
    calls = []
    sends = []
    outbox = stubOutbox()
    const change = (...call: unknown[]) => {
      calls.push(call)
      return Promise.resolve(webhook)
    }
    dependencies = {
      ...stubDependencies({
        webhooks: {
          find: (id) => Promise.resolve(id === 'w1' ? webhook : undefined),
          findByDelivery: (id) => Promise.resolve(id === 'd1' ? webhook : undefined),
          lockAndCount: () => Promise.resolve(endpoints),
          add: ({ id, url }, secret) => change('add', id, url, secret),
          setTypes: (_webhook, types) => change('types', types),
          pause: () => change('pause'),
          resume: (_webhook, isVerified) => change('resume', isVerified),
          async rotateSecret(_webhook, secret) {
            await change('secret', secret)
          },
          async delete() {
            await change('delete')
            parts -= 1
            return parts === 0
          },
          async queueTest() {
            await change('test')
          },
          replay: async (_webhook, replayed, cursor) => {
            await change('replay', replayed, cursor)
            return { replayed: 3, nextCursor: null }
          },
          disable: () => Promise.resolve(webhook.status === 'active'),
          countDisabled: ({ id }) => Promise.resolve(id === undefined ? disabled.all : disabled.same),
        },
        portalUsers: { list: () => Promise.resolve(users) },
        partners: { find: (id) => Promise.resolve(id === PARTNER.id ? PARTNER : undefined) },
        mails: outbox.mails,
      }),
      findWebhookUrlError: (url) => (url.startsWith('https:') ? undefined : 'scheme'),
      webhookPace: {
        count(counted) {
          sends.push(counted)
          return Promise.resolve()
        },
      },
    }
  })

  const entry = (action: string, actor: object = USER, subjectId = 'w1') => ({
    actor,
    action: `webhook.${action}`,
    subjectId,
    partnerId: 'p1',
  })
  const key = { actor: USER, id: 'w1', partnerId: 'p1' }

  describe('createWebhook', () => {
    const create = (changes = {}) =>
      createWebhook(dependencies, { actor: USER, partnerId: 'p1', url: WEBHOOK.url, types: [], ...changes })

    it('stores a new secret of 256 random bits, counts its test and records it', async () => {
      const { secret } = await create()
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
      expect((await create()).secret).not.toBe(secret)
      expect(calls[0]).toEqual(['add', 'id1', WEBHOOK.url, secret])
      expect(sends).toEqual([{ partnerId: 'p1' }, { partnerId: 'p1' }])
      expect(dependencies.recorded).toEqual([entry('created'), entry('created')])
    })

    it.each([
      ['an invalid URL', { url: 'http://erp.example' }, 0, { kind: 'invalid-webhook-url', urlError: 'scheme' }],
      ['an unknown partner', { partnerId: 'p2' }, 0, { kind: 'partner-not-found' }],
      ['an endpoint beyond the maximum', {}, LIMITS.webhooks.perPartner, { kind: 'too-many-webhooks' }],
    ])('rejects %s and stores nothing', async (_case, changes, existing, error) => {
      endpoints = existing
      await expect(create(changes)).rejects.toMatchObject(error)
      expect([calls, dependencies.recorded]).toEqual([[], []])
    })

    it('permits the last endpoint of the maximum', async () => {
      endpoints = LIMITS.webhooks.perPartner - 1
      expect(await create()).toMatchObject({ id: 'w1' })
    })
  })

  it('changeWebhook, pauseWebhook and deleteWebhook change the endpoint and record it', async () => {
    await changeWebhook(dependencies, { ...key, types: ['account.created'] })
    await pauseWebhook(dependencies, key)
    await deleteWebhook(dependencies, key)
    expect(calls).toEqual([['types', ['account.created']], ['pause'], ['delete']])
    expect(dependencies.recorded).toEqual([entry('changed'), entry('paused'), entry('deleted')])
  })

  it.each<[WebhookStatus, unknown[], string[]]>([
    ['active', [['delete'], ['pause'], ['delete']], ['paused', 'deleted']],
    ['unverified', [['delete'], ['delete']], ['deleted']],
    ['paused', [['delete'], ['delete']], ['deleted']],
  ])('deleteWebhook deletes an endpoint that is %s in two transactions', async (status, expected, actions) => {
    webhook = { ...WEBHOOK, status }
    parts = 2
    expect(await deleteWebhook(dependencies, key)).toMatchObject({ id: 'w1' })
    expect(calls).toEqual(expected)
    expect(dependencies.recorded).toEqual(actions.map((action) => entry(action)))
  })

  it('rotateWebhookSecret returns the secret that it stores, and records it', async () => {
    const { secret } = await rotateWebhookSecret(dependencies, key)
    expect(secret).toMatch(/^whsec_/)
    expect(calls).toEqual([['secret', secret]])
    expect(dependencies.recorded).toEqual([entry('secret-rotated')])
  })

  it.each([changeWebhook, pauseWebhook, deleteWebhook, rotateWebhookSecret, resumeWebhook, testWebhook])(
    '%o rejects an unknown endpoint, and records nothing',
    async (use) => {
      const unknown = use(dependencies, { ...key, id: 'w2', types: [] })
      await expect(unknown).rejects.toMatchObject({ kind: 'webhook-not-found' })
      expect([calls, sends, dependencies.recorded]).toEqual([[], [], []])
    },
  )

  it.each<[WebhookStatus, boolean, boolean]>([
    ['active', true, true],
    ['unverified', false, true],
    ['paused', false, false],
    ['disabled', false, false],
  ])('an endpoint that is %s can be paused: %s, and tested: %s', async (status, isPausable, isTestable) => {
    webhook = { ...WEBHOOK, status }
    const resultOf = (call: Promise<unknown>) =>
      call.then(
        () => 'accepted',
        (error: { kind: string }) => error.kind,
      )
    expect(await resultOf(pauseWebhook(dependencies, key))).toBe(isPausable ? 'accepted' : 'webhook-not-active')
    expect(await resultOf(testWebhook(dependencies, key))).toBe(isTestable ? 'accepted' : 'webhook-not-active')
    expect(sends).toEqual(isTestable ? [{ partnerId: 'p1', webhookId: 'w1' }] : [])
    expect(calls).toHaveLength(Number(isPausable) + Number(isTestable))
  })

  const COUNTED = [{ partnerId: 'p1', webhookId: 'w1' }]
  it.each<[WebhookStatus, unknown[], WebhookSends[]]>([
    ['paused', [['resume', true]], []],
    ['unverified', [['resume', false]], COUNTED],
    ['disabled', [['resume', false]], COUNTED],
    ['active', [], []],
  ])('resumeWebhook of an endpoint that is %s makes the calls %j and counts %j', async (status, made, counted) => {
    webhook = { ...WEBHOOK, status }
    expect(await resumeWebhook(dependencies, key)).toBe(webhook)
    expect([calls, sends]).toEqual([made, counted])
    expect(dependencies.recorded).toEqual(made.length > 0 ? [entry('resumed')] : [])
  })

  it.each([
    ['one delivery', { deliveryId: 'd1' }, 'd1', 1],
    ['all that have failed', { failed: true } as const, 'w1', LIMITS.webhooks.pace.rangeCost],
    ['a time range', { since: new Date(0) }, 'w1', LIMITS.webhooks.pace.rangeCost],
  ])(
    'replayWebhook of %s queues and records it, and counts its cost unless an operator calls it',
    async (_case, replayed, id, cost) => {
      const input = { ...key, id, replayed, cursor: 'c1' }
      expect(await replayWebhook(dependencies, input)).toEqual({ ...WEBHOOK, replayed: 3, nextCursor: null })
      expect(calls).toEqual([['replay', replayed, 'c1']])
      expect(sends).toEqual([{ partnerId: 'p1', webhookId: 'w1', cost }])
      expect(dependencies.recorded).toEqual([entry('replayed')])
      await replayWebhook(dependencies, { ...input, actor: OPERATOR })
      expect(sends).toHaveLength(1)
    },
  )

  describe('disableWebhook', () => {
    const disable = () => disableWebhook(dependencies, { webhook, isGone: true })

    it('records it, and mails the host without the rest of the URL to the people who manage endpoints', async () => {
      const others: Partial<TeamMember>[] = [{ kind: 'integration' }, { status: 'disabled' }, { permissions: [] }]
      users = [MANAGER, ...others.map((changes) => ({ ...MANAGER, ...changes }))]
      await disable()
      const content = {
        kind: 'webhook-disabled',
        host: 'erp.example:8443',
        isGone: true,
        name: 'Ana',
        partnerName: 'Revenda',
      }
      expect(outbox.queued).toEqual([{ recipient: ANA.email, content, partnerId: 'p1' }])
      expect(dependencies.recorded).toEqual([entry('disabled', { kind: 'service' })])
    })

    const { perDay, recipients } = LIMITS.webhooks.notices
    it.each([
      ['the first time of a day', 1, { same: 0, all: perDay - 1 }],
      ['a second time of a day', 0, { same: 1, all: 1 }],
      ["after the partner's last notice of a day", 0, { same: 0, all: perDay }],
    ])('%s, mails %i notices and records the change', async (_case, notices, counts) => {
      disabled = counts
      await disable()
      expect(outbox.queued).toHaveLength(notices)
      expect(dependencies.recorded).toHaveLength(1)
    })

    it('limits the recipients of a notice', async () => {
      users = Array.from({ length: recipients + 1 }, () => MANAGER)
      await disable()
      expect(outbox.queued).toHaveLength(recipients)
    })

    it('neither mails nor records anything if the endpoint is no longer active', async () => {
      webhook = { ...WEBHOOK, status: 'paused' }
      await disable()
      expect([outbox.queued, dependencies.recorded]).toEqual([[], []])
    })
  })
})
