import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { createPortalSessions } from './portal-sessions.ts'
import { createSessionCookies } from './session-cookies.ts'

const NOW = Date.UTC(2026, 10, 21)
const PUBLIC_URL = 'https://contas.example'
const HOUR = 3600

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

const keys = [{ kid: 'k', key: randomBytes(32) }]
const fromPage = (headers: Record<string, string> = {}, page = 'console') =>
  ({ headers: { 'x-session': page, ...headers } }) as unknown as FastifyRequest

/** A reply with the cookies that it sets. */
function fakeReply() {
  const cookies: string[] = []
  const reply = { header: (_name: string, value: string) => cookies.push(value) } as unknown as FastifyReply
  return { reply, cookies, sent: () => cookies.map((line) => line.split(';')[0]).join('; ') }
}

const createSessions = async (publicUrl = PUBLIC_URL) =>
  createSessionCookies<string>(
    await createKeyRing(keys),
    {
      name: 'console',
      idleSeconds: HOUR,
      lifetimeSeconds: 12 * HOUR,
      toClaims: (sub) => ({ sub }),
      toSubject: ({ sub }) => sub,
    },
    { publicUrl },
  )

it.each([
  ['without headers of a browser', {}, true],
  ['of the same origin', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }, true],
  ['of another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['of another origin', { origin: 'https://other.example', host: 'contas.example' }, false],
  ['at another address of the service', { origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' }, true],
  ['of an opaque origin', { origin: 'null', host: 'contas.example' }, false],
  ['of another origin, without a host', { origin: 'https://other.example' }, false],
  ['of the other app', { 'x-session': 'portal' }, false],
])('a session counts for a request %s: %j is %s', async (_case, headers, isOwn) => {
  const sessions = await createSessions()
  const { reply, sent } = fakeReply()
  await sessions.start(reply, 'ana')
  const request = fromPage({ cookie: sent(), ...headers })
  expect([sessions.isFromPage(request), (await sessions.read(request))?.subject]).toEqual([
    isOwn,
    isOwn ? 'ana' : undefined,
  ])
})

it('the cookie is for the host only, and without TLS not secure', async () => {
  const cookieAt = async (publicUrl: string) => {
    const { reply, cookies } = fakeReply()
    const sessions = await createSessions(publicUrl)
    await sessions.start(reply, 'ana')
    sessions.end(reply)
    return cookies.map((line) => line.replace(/=ey[^;]+/, '=TOKEN'))
  }
  expect(await cookieAt(PUBLIC_URL)).toEqual([
    '__Host-console-session=TOKEN; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=3600',
    '__Host-console-session=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
  ])
  expect((await cookieAt('http://localhost:3000'))[0]).toBe(
    'console-session=TOKEN; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600',
  )
})

it('a session belongs to one user, whose page is not signed in after another user signs in', async () => {
  const sessions = await createSessions()
  const { reply, sent } = fakeReply()
  await sessions.start(reply, 'ana')
  const subjectFor = async (user: string) =>
    (await sessions.read(fromPage({ cookie: sent(), 'x-session-user': user })))?.subject
  expect(await Promise.all([subjectFor('ana'), subjectFor('bia')])).toEqual(['ana', undefined])
})

it('a session is renewed after a twentieth of its idle time, and never beyond its lifetime', async () => {
  const sessions = await createSessions()
  const { reply, sent } = fakeReply()
  await sessions.start(reply, 'ana')
  const session = (await sessions.read(fromPage({ cookie: sent() })))!
  const renewedAfter = (seconds: number, renewedAt = session.renewedAt) => {
    vi.setSystemTime(NOW + seconds * 1000)
    return sessions.renew(reply, { ...session, renewedAt })
  }
  // 180 s are a twentieth of an hour.
  expect([await renewedAfter(179), await renewedAfter(180)]).toEqual([undefined, HOUR])
  expect(await renewedAfter(11.5 * HOUR)).toBe(HOUR / 2)
  vi.setSystemTime(NOW + 2 * HOUR)
  const replacing = fakeReply()
  const latest = fakeReply()
  await sessions.write(latest.reply, 'ana', session.startedAt)
  await sessions.replace(fromPage({ cookie: latest.sent() }), replacing.reply, 'ana')
  expect((await sessions.read(fromPage({ cookie: replacing.sent() })))?.startedAt).toBe(NOW / 1000)
})

it('a long session is renewed every five minutes', async () => {
  const settings = { portalSession: { idleSeconds: 12 * HOUR, lifetimeSeconds: 7 * 24 * HOUR }, publicUrl: PUBLIC_URL }
  const sessions = createPortalSessions(await createKeyRing(keys), settings)
  const { reply } = fakeReply()
  const subject = { userId: 'a'.repeat(24), partnerId: 'b'.repeat(24), tokenGeneration: 1 }
  const startedAt = NOW / 1000
  const renew = (seconds: number) => {
    vi.setSystemTime(NOW + seconds * 1000)
    return sessions.renew(reply, { subject, startedAt, renewedAt: startedAt })
  }
  expect([await renew(299), await renew(300)]).toEqual([undefined, 12 * HOUR])
})

it.each([
  ['without headers', {}, true],
  ['of a frame of the service', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }, true],
  ['of a frame of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }, false],
  ['that is no frame', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }, false],
])('a session is read for a document %s: %j is %s', async (_case, headers, isRead) => {
  const settings = { portalSession: { idleSeconds: HOUR, lifetimeSeconds: HOUR }, publicUrl: PUBLIC_URL }
  const sessions = createPortalSessions(await createKeyRing(keys), settings)
  const { reply, cookies } = fakeReply()
  const subject = { userId: 'a'.repeat(24), partnerId: 'b'.repeat(24), tokenGeneration: 1 }
  await sessions.start(reply, subject)
  const request = { headers: { cookie: cookies[0]!.split(';')[0]!, ...headers } } as unknown as FastifyRequest
  expect(await sessions.readInFrame(request)).toEqual(isRead ? subject : undefined)
})
