import { getEventListeners } from 'node:events'
import { beforeEach, expect, expectTypeOf, it, vi } from 'vitest'
import type { EventPage, PartnerAccountsEvent } from '../src/index.ts'
import { failure, json, newClient, scriptedApi } from './scripted-api.ts'

const api = scriptedApi()
const eventOf = (number: number) => ({ id: String(number).padStart(24, '0'), type: 'portal_user.disabled' })
let events: { id: string }[]
const add = (...numbers: number[]) => events.push(...numbers.map(eventOf))
const lines = () => api.received('GET').map(({ line }) => line)
const href = 'events?after=0&max_results=1'
beforeEach(() => {
  events = Array.from({ length: 5 }, (_, index) => eventOf(index + 1))
  api.on('GET /events', ({ line }) => {
    const query = new URLSearchParams(line.split('?')[1])
    const start = events.findIndex(({ id }) => id === query.get('after')) + 1
    const size = Number(query.get('max_results') ?? 25)
    const next = events.length > start + size && { next: { href, title: 'next page' } }
    const _links = { parent: { href: '/', title: 'home' }, ...next }
    return json({ _items: events.slice(start, start + size), _links, _meta: { max_results: size } })
  })
})

it('awaited, returns one page of events, and nextPage the following ones', async () => {
  const page = await newClient().events.list({ after: events[0]!.id, max_results: 3 })
  expectTypeOf(page).toEqualTypeOf<EventPage>()
  expect([page.items, page.hasNextPage()]).toEqual([events.slice(1, 4), true])
  const last = await page.nextPage()
  expect([last?.items, last?.hasNextPage()]).toEqual([events.slice(4), false])
  expect(await last?.nextPage()).toBeUndefined()
  expect(lines()).toEqual([1, 4].map((last) => `GET /events?after=${eventOf(last).id}&max_results=3`))
})

it('iterated, returns each event up to the newest once, also those that are added meanwhile', async () => {
  const seen: string[] = []
  for await (const { id } of newClient().events.list({ max_results: 2 })) {
    if (seen.push(id) === 1) events.push(eventOf(6), eventOf(7))
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
  const options = { after: events[3]!.id, pauseMs: 20, signal: stop.signal }
  for await (const event of newClient().events.follow(options)) {
    expectTypeOf(event).toEqualTypeOf<PartnerAccountsEvent>()
    seen.push(event.id)
    if (seen.length === 1) void vi.waitFor(() => expect(lines().length).toBeGreaterThan(2)).then(() => add(6, 7, 8))
    if (seen.length === 3) stop.abort()
  }
  expect(seen).toEqual([5, 6, 7].map((number) => eventOf(number).id))
  expect(new Set(lines().slice(1))).toEqual(new Set([`GET /events?after=${eventOf(5).id}&max_results=100`]))
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
})

it('follow ends during its pause, and during a request', async () => {
  const [pausing, requesting] = [new AbortController(), new AbortController()]
  const following = newClient().events.follow({ after: events[4]!.id, signal: pausing.signal }).next()
  await vi.waitFor(() => expect(lines()).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  pausing.abort()
  expect(await following).toEqual({ done: true, value: undefined })
  api.on('GET /events', () => {
    requesting.abort()
    return new Promise(() => {})
  })
  expect(await newClient().events.follow({ signal: requesting.signal }).next()).toMatchObject({ done: true })
})

it('follow retries like other calls, then throws', async () => {
  api.on('GET /events', (_request, count) => (count === 1 ? failure(503, 503) : failure(403, 666)))
  await expect(newClient().events.follow().next()).rejects.toMatchObject({ code: 666 })
  expect(lines()).toHaveLength(2)
})

it.each([{ pauseMs: 0 }, { pauseMs: '1' }, { after: 5 }, { page: 2 }])('follow rejects %j', async (options) => {
  await expect(
    newClient()
      .events.follow(options as object)
      .next(),
  ).rejects.toThrow(/after|pauseMs|page/)
  expect(lines()).toEqual([])
})

it('encodes `after`, and throws the error of the service', async () => {
  api.on('GET /events', () => failure(403, 666))
  await expect(newClient().events.list({ after: 'a&b' })).rejects.toMatchObject({ code: 666 })
  expect(lines()).toEqual(['GET /events?after=a%26b'])
})

it.each([{ after: '' }, { after: 5 }, { max_results: 0 }, { page: 2 }])('rejects %j', (params) => {
  expect(() => newClient().events.list(params as object)).toThrow(/after|max_results/)
})
