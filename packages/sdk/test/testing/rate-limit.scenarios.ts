import type { RequestOptions } from './recorder.ts'
import { INVALID_ID_PATH, LIST, type Scenario, times } from './scenario.ts'

/** For a service with a limit of 3 requests per minute. */
export const LIMITED_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'all users and tokens of a partner share one limit, requests without a token have a separate limit': {
    outcomes: [...times(4, '200'), '401 9', ...times(7, '429 429'), '429'],
    async run(recorder) {
      const user = await recorder.service.newUser()
      const colleague = await recorder.service.newUser(['accounts:read'], user)
      const token = await recorder.signIn(user)
      const { body } = await recorder.sendUnrecorded('POST', '/tokens', { body: colleague })
      for (const bearer of [token, token, body.token]) await recorder.send('GET', LIST, { token: bearer })
      // The third request without a token, after two sign-ins.
      await recorder.send('GET', LIST)
      const requests: [string, string, RequestOptions?][] = [
        ['GET', LIST, { token }], ['GET', INVALID_ID_PATH, { token: body.token }], ['POST', LIST, { token, body: '{' }],
        ['POST', '/tokens', { body: '{' }], ['GET', LIST], ['DELETE', '/nowhere'],
        ['GET', LIST, { token, headers: { 'accept-language': 'en' } }],
        ['HEAD', LIST, { token }],
      ] // prettier-ignore
      for (const [method, path, options] of requests) await recorder.send(method, path, options)
    },
  },
}
