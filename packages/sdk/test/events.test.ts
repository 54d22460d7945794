import { beforeEach, expect, expectTypeOf, it } from 'vitest'
import type { EventPage } from '../src/index.ts'
import { failure, json, newClient, scriptedApi } from './scripted-api.ts'

const api = scriptedApi()
const eventOf = (number: number) => ({ id: String(number).padStart(24, '0'), type: 'portal_user.disabled' })
let events: { id: string }[]
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

it('encodes `after`, and throws the error of the service', async () => {
  api.on('GET /events', () => failure(403, 666))
  await expect(newClient().events.list({ after: 'a&b' })).rejects.toMatchObject({ code: 666 })
  expect(lines()).toEqual(['GET /events?after=a%26b'])
})

it.each([{ after: '' }, { after: 5 }, { max_results: 0 }, { page: 2 }])('rejects %j', (params) => {
  expect(() => newClient().events.list(params as object)).toThrow(/after|max_results/)
})
