import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { createPortalSessions } from './portal-sessions.ts'
import { createSessionCookies } from './session-cookies.ts'

const NOW = Date.UTC(2026, 10, 21)
const PUBLIC_URL = 'https://contas.example'
const HOUR = 3600
const SUBJECT = { userId: 'a'.repeat(24), partnerId: 'b'.repeat(24), tokenGeneration: 1 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

const keys = [{ kid: 'k', key: randomBytes(32) }]
const fromPage = (headers: Record<string, string> = {}, page = 'console') =>
  ({ headers: { 'x-session': page, ...headers } }) as unknown as FastifyRequest

/** Returns a reply, its `Set-Cookie` headers, and the `Cookie` header that a browser then sends. */
function fakeReply() {
  const cookies: string[] = []
  const reply = { header: (_name: string, value: string) => cookies.push(value) } as unknown as FastifyReply
  const cookieHeader = () => {
    const stored = cookies.filter((line) => !line.endsWith('Max-Age=0'))
    return stored.map((line) => line.split(';')[0]).join('; ')
  }
  return { reply, cookies, cookieHeader }
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

/** Starts a session and sends its cookie with these headers. */
async function requestWithSession(headers: Record<string, string>) {
  const sessions = await createSessions()
  const { reply, cookieHeader } = fakeReply()
  await sessions.start(reply, 'ana')
  const request = fromPage({ cookie: cookieHeader(), ...headers })
  const session = await sessions.read(request)
  return { isFromPage: sessions.isFromPage(request), subject: session?.subject }
}

it.each<[string, Record<string, string>]>([
  ['without headers of a browser', {}],
  ['from the same origin', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }],
  ['to another address of the service', { origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' }],
])('the session of a request %s is read', async (_case, headers) => {
  expect(await requestWithSession(headers)).toEqual({ isFromPage: true, subject: 'ana' })
})

it.each<[string, Record<string, string>]>([
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another origin', { origin: 'https://other.example', host: 'contas.example' }],
  ['from an opaque origin', { origin: 'null', host: 'contas.example' }],
  ['from another origin, without a host', { origin: 'https://other.example' }],
  ['from the other app', { 'x-session': 'portal' }],
])('the session of a request %s is ignored', async (_case, headers) => {
  expect(await requestWithSession(headers)).toEqual({ isFromPage: false, subject: undefined })
})

it('the cookie has the prefix __Host- and is Secure, but not without TLS', async () => {
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

it('a session is ignored if the page names another user in X-Session-User', async () => {
  const sessions = await createSessions()
  const { reply, cookieHeader } = fakeReply()
  await sessions.start(reply, 'ana')
  const subjectFor = async (user: string) =>
    (await sessions.read(fromPage({ cookie: cookieHeader(), 'x-session-user': user })))?.subject
  expect(await Promise.all([subjectFor('ana'), subjectFor('bia')])).toEqual(['ana', undefined])
})

it('a session is renewed after a twentieth of its idle time, and never beyond its lifetime', async () => {
  const sessions = await createSessions()
  const { reply, cookieHeader } = fakeReply()
  await sessions.start(reply, 'ana')
  const session = (await sessions.read(fromPage({ cookie: cookieHeader() })))!
  const renewedAfter = (seconds: number, renewedAt = session.renewedAt) => {
    vi.setSystemTime(NOW + seconds * 1000)
    return sessions.renew(reply, { ...session, renewedAt })
  }
  // 180 s are a twentieth of an hour.
  expect([await renewedAfter(179), await renewedAfter(180)]).toEqual([undefined, HOUR])
  expect(await renewedAfter(11.5 * HOUR)).toBe(HOUR / 2)
})

it('replace keeps the start of the session, so its lifetime does not grow', async () => {
  const sessions = await createSessions()
  const original = fakeReply()
  const replacement = fakeReply()
  await sessions.start(original.reply, 'ana')
  vi.setSystemTime(NOW + 60_000)
  await sessions.replace(fromPage({ cookie: original.cookieHeader() }), replacement.reply, 'ana')
  const session = await sessions.read(fromPage({ cookie: replacement.cookieHeader() }))
  expect(session).toMatchObject({ startedAt: NOW / 1000, renewedAt: NOW / 1000 + 60 })
})

it('a long session is renewed every five minutes', async () => {
  const settings = { portalSession: { idleSeconds: 12 * HOUR, lifetimeSeconds: 7 * 24 * HOUR }, publicUrl: PUBLIC_URL }
  const sessions = createPortalSessions(await createKeyRing(keys), settings)
  const { reply } = fakeReply()
  const startedAt = NOW / 1000
  const renew = (seconds: number) => {
    vi.setSystemTime(NOW + seconds * 1000)
    return sessions.renew(reply, { subject: SUBJECT, startedAt, renewedAt: startedAt })
  }
  expect([await renew(299), await renew(300)]).toEqual([undefined, 12 * HOUR])
})

/** Starts a portal session, and requests a document with its cookie and these headers. */
async function readInFrame(headers: object) {
  const settings = { portalSession: { idleSeconds: HOUR, lifetimeSeconds: HOUR }, publicUrl: PUBLIC_URL }
  const sessions = createPortalSessions(await createKeyRing(keys), settings)
  const { reply, cookieHeader } = fakeReply()
  await sessions.start(reply, SUBJECT)
  return sessions.readInFrame({ headers: { cookie: cookieHeader(), ...headers } } as unknown as FastifyRequest)
}

it.each([
  ['without headers of a browser', {}],
  ['from a frame of the service', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
])('readInFrame returns the subject of a request %s', async (_case, headers) => {
  expect(await readInFrame(headers)).toEqual(SUBJECT)
})

it.each([
  ['from a frame of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
  ['without a frame', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
])('readInFrame returns undefined for a request %s', async (_case, headers) => {
  expect(await readInFrame(headers)).toBeUndefined()
})
