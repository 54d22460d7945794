import { type Scenario, times, UNKNOWN_ID } from './scenario.ts'

/** The feed of events, an extension of the specification. */
export const EVENT_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'GET /events lists the events after an event, oldest first': {
    outcomes: [...times(8, '200'), ...times(4, '422 after')],
    async run(recorder) {
      const token = await recorder.newToken()
      const { _id } = (await recorder.create(token)).body
      const { body } = await recorder.sendUnrecorded('GET', '/events', { token })
      const after: string = body._items.at(-1).id
      await recorder.create(token)
      await recorder.service.revokeApiToken(_id)
      await recorder.send('GET', `/events?after=${after}`, { token })
      const page = await recorder.send('GET', `/events?after=${after}&max_results=1`, { token })
      const last = await recorder.send('GET', `/${page.body._links.next.href}`, { token })
      await recorder.send('GET', `/events?after=${last.body._items[0].id}&max_results=x`, { token })
      await recorder.send('GET', `/events/?max_results=101&after=${after}`, { token })
      await recorder.send('HEAD', `/events?after=${after}`, { token })
      for (const invalid of [UNKNOWN_ID, 'x', `${after}&after=${after}`]) {
        await recorder.send('GET', `/events?after=${invalid}`, { token })
      }
      await recorder.send('GET', `/events?after=${UNKNOWN_ID}`, { token, headers: { 'accept-language': 'en' } })
    },
  },

  'GET /events filters by types and account, and begins after the newest event with after=latest': {
    outcomes: [...times(8, '200'), '422 types', '422 account_id', '422 after,types,account_id'],
    async run(recorder) {
      const token = await recorder.newToken()
      const { _id } = (await recorder.create(token)).body
      await recorder.create(token)
      await recorder.service.revokeApiToken(_id)
      await recorder.send('GET', '/events?types=account.created&max_results=1', { token })
      await recorder.send('GET', `/events?account_id=${_id}&types=`, { token })
      await recorder.send('GET', `/events?types=account.created,api_token.revoked&account_id=${_id}`, { token })
      await recorder.send('GET', `/events?account_id=${UNKNOWN_ID}`, { token })
      await recorder.send('GET', '/events?after=latest', { token })
      await recorder.send('GET', '/events?types=portal_user.disabled', { token })
      await recorder.send('GET', '/events?types=account.deleted', { token })
      await recorder.send('GET', '/events?account_id=52998224725', { token })
      await recorder.send('GET', '/events?account_id=x&types=x&after=x', { token })
    },
  },

  "GET /events requires accounts:read, and rejects another partner's event": {
    outcomes: ['200', '422 after', '403 666', '401 9', '405 405', '204'],
    async run(recorder) {
      const own = await recorder.newToken()
      const others = await recorder.newToken()
      await recorder.create(own)
      const { body } = await recorder.sendUnrecorded('GET', '/events', { token: own })
      await recorder.send('GET', `/events?after=${body._items.at(-1).id}`, { token: others })
      await recorder.send('GET', '/events', { token: await recorder.newToken(['accounts:create']) })
      await recorder.send('GET', '/events')
      await recorder.send('POST', '/events', { token: own })
      await recorder.send('OPTIONS', '/events', { token: own })
    },
  },
}
