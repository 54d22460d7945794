import { getEventListeners } from 'node:events'
import { beforeEach, expect, expectTypeOf, it, vi } from 'vitest'
import type { EventPage, PartnerAccountsEvent } from '../src/index.ts'
import { brokenConnection, failure, json, newClient, scriptedApi } from './scripted-api.ts'

const api = scriptedApi()
const eventOf = (number: number) => ({ id: String(number).padStart(24, '0'), type: 'portal_user.disabled' })
let events: { id: string }[]
const addEvents = (...numbers: number[]) => events.push(...numbers.map(eventOf))
const lines = () => api.received('GET').map(({ line }) => line)
/** A link to a next page. Clients check that it exists, and do not follow it. */
const NEXT_PAGE = { href: 'events?after=0&max_results=1', title: 'next page' }
beforeEach(() => {
  events = Array.from({ length: 5 }, (_, index) => eventOf(index + 1))
  api.on('GET /events', ({ line }) => {
    const query = new URLSearchParams(line.split('?')[1])
    const start = events.findIndex(({ id }) => id === query.get('after')) + 1
    const size = Number(query.get('max_results') ?? 25)
    const next = events.length > start + size && { next: NEXT_PAGE }
    const _links = { parent: { href: '/', title: 'home' }, ...next }
    return json({ _items: events.slice(start, start + size), _links, _meta: { max_results: size } })
  })
})

it('list, awaited, returns one page of events, and nextPage returns the next page', async () => {
  const page = await newClient().events.list({ after: events[0]!.id, max_results: 3 })
  expectTypeOf(page).toEqualTypeOf<EventPage>()
  expect([page.items, page.hasNextPage()]).toEqual([events.slice(1, 4), true])
  const last = await page.nextPage()
  expect([last?.items, last?.hasNextPage()]).toEqual([events.slice(4), false])
  expect(await last?.nextPage()).toBeUndefined()
  expect(lines()).toEqual([1, 4].map((after) => `GET /events?after=${eventOf(after).id}&max_results=3`))
})

it('list, iterated, returns each event once, also those that are added during the iteration', async () => {
  const seen: string[] = []
  for await (const { id } of newClient().events.list({ max_results: 2 })) {
    seen.push(id)
    if (seen.length === 1) addEvents(6, 7)
  }
  expect(seen).toEqual(events.map(({ id }) => id))
  await expect(
    newClient()
      .events.list({ after: seen.at(-1) })
      .toArray(),
  ).resolves.toEqual([])
})

it('follow continues after the last event until the signal is aborted, without an error', async () => {
  const stop = new AbortController()
  const seen: string[] = []
  const addEventsLater = async () => {
    await vi.waitFor(() => expect(lines().length).toBeGreaterThan(2))
    addEvents(6, 7, 8)
  }
  const options = { after: events[3]!.id, pauseMs: 20, signal: stop.signal }
  for await (const event of newClient().events.follow(options)) {
    expectTypeOf(event).toEqualTypeOf<PartnerAccountsEvent>()
    seen.push(event.id)
    if (seen.length === 1) void addEventsLater()
    if (seen.length === 3) stop.abort()
  }
  expect(seen).toEqual([5, 6, 7].map((number) => eventOf(number).id))
  expect(new Set(lines().slice(1))).toEqual(new Set([`GET /events?after=${eventOf(5).id}&max_results=100`]))
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
})

it('follow with a filter continues after `_meta.after`, so it skips the events that do not match', async () => {
  const newest = eventOf(9).id
  api.on('GET /events', () => json({ _items: [], _links: {}, _meta: { max_results: 100, after: newest } }))
  const stop = new AbortController()
  const filter = { types: ['account.created', 'subscription.activated'], account_id: eventOf(1).id } as const
  const options = { after: 'latest', ...filter, pauseMs: 5, signal: stop.signal }
  const following = newClient().events.follow(options).next()
  await vi.waitFor(() => expect(lines().length).toBeGreaterThan(2))
  stop.abort()
  expect(await following).toMatchObject({ done: true })
  const query = `types=account.created%2Csubscription.activated&account_id=${filter.account_id}&max_results=100`
  expect(lines().slice(0, 2)).toEqual([`GET /events?after=latest&${query}`, `GET /events?after=${newest}&${query}`])
})

it('nextPage of a filtered list sends the filter again', async () => {
  const types = ['portal_user.disabled'] as const
  const page = await newClient().events.list({ types, max_results: 2 })
  await (await page.nextPage())?.nextPage()
  expect(lines()).toEqual([
    'GET /events?types=portal_user.disabled&max_results=2',
    `GET /events?types=portal_user.disabled&max_results=2&after=${eventOf(2).id}`,
    `GET /events?types=portal_user.disabled&max_results=2&after=${eventOf(4).id}`,
  ])
})

it('follow ends during its pause, and during a request', async () => {
  const pausing = new AbortController()
  const requesting = new AbortController()
  const following = newClient().events.follow({ after: events[4]!.id, signal: pausing.signal }).next()
  await vi.waitFor(() => expect(lines()).toHaveLength(1))
  // Enough for the response, after which the pause of ten seconds begins.
  await new Promise((resolve) => setTimeout(resolve, 50))
  pausing.abort()
  expect(await following).toEqual({ done: true, value: undefined })
  api.on('GET /events', () => {
    requesting.abort()
    return new Promise(() => {})
  })
  expect(await newClient().events.follow({ signal: requesting.signal }).next()).toMatchObject({ done: true })
})

it('follow throws the rejection of the service, after retries of other failures', async () => {
  api.on('GET /events', (_request, count) => (count === 1 ? failure(503, 503) : failure(403, 666)))
  await expect(newClient().events.follow().next()).rejects.toMatchObject({ code: 666 })
  expect(lines()).toHaveLength(2)
})

it.each([
  ['a hook throws', { hooks: { beforeRequest: () => Promise.reject(new Error('no')) }, token: 'opaque' }, 'no'],
  ['the token function throws', { token: () => Promise.reject(new Error('no token')) }, 'no token'],
  ['the token cannot be sent', { token: () => 'two words' }, 'token must be ASCII'],
])('follow throws an error of the program itself instead of retrying: %s', async (_what, options, message) => {
  // Ends the iteration, and so fails the test, if the error is mistaken for an outage.
  const signal = AbortSignal.timeout(2_000)
  const following = newClient(options).events.follow({ pauseMs: 5, signal }).next()
  await expect(following).rejects.toThrow(message)
  expect(lines()).toEqual([])
})

it.each([
  ['of the service', () => failure(503, 503)],
  ['of the connection', brokenConnection],
  ['that is a proxy’s page', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['that a proxy’s rate limit causes', () => new Response('', { status: 429 })],
])('follow survives an outage %s, and continues after the last event', async (_what, respond) => {
  const warn = vi.fn()
  const logger = { debug() {}, info() {}, warn, error() {} }
  const client = newClient({ maxRetries: 0, logger, token: 'opaque' })
  const following = client.events.follow({ after: events[3]!.id, pauseMs: 5 })
  expect(await following.next()).toMatchObject({ value: { id: eventOf(5).id } })
  const found = { _items: [eventOf(6)], _links: {}, _meta: { max_results: 100 } }
  api.on('GET /events', (_request, count) => (count < 3 ? respond() : json(found)))
  expect(await following.next()).toMatchObject({ value: { id: eventOf(6).id } })
  expect(lines().at(-1)).toBe(`GET /events?after=${eventOf(5).id}&max_results=100`)
  expect(warn).toHaveBeenCalledTimes(2)
})

it.each([{ pauseMs: 0 }, { pauseMs: '1' }, { after: 5 }, { page: 2 }])('follow rejects %j', async (options) => {
  await expect(
    newClient()
      .events.follow(options as object)
      .next(),
  ).rejects.toThrow(/after|pauseMs|page/)
  expect(lines()).toEqual([])
})

it('list encodes `after`, and throws the error of the service', async () => {
  api.on('GET /events', () => failure(403, 666))
  await expect(newClient().events.list({ after: 'a&b' })).rejects.toMatchObject({ code: 666 })
  expect(lines()).toEqual(['GET /events?after=a%26b'])
})

it.each([
  { after: '' },
  { after: 5 },
  { types: 'account.created' },
  { account_id: 5 },
  { max_results: 0 },
  { page: 2 },
])('list rejects %j', (params) => {
  expect(() => newClient().events.list(params as object)).toThrow(/after|max_results|types|account_id/)
})
