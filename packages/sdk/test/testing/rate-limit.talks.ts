import type { RequestOptions } from './conversation.ts'
import { BAD_IDENTIFIER, LIST, type Talk, times } from './talk.ts'

/** For a service with a limit of 3 requests per minute. */
export const LIMITED_TALKS: Readonly<Record<string, Talk>> = {
  'counts for the partner over all its users and tokens, apart from those who have no token': {
    outcomes: [...times(4, '200'), '401 9', ...times(7, '429 429'), '429'],
    async run(talk) {
      const user = await talk.subject.newUser()
      const colleague = await talk.subject.newUser(['accounts:read'], user)
      const token = await talk.signIn(user)
      const { body } = await talk.askAside('POST', '/tokens', { body: colleague })
      for (const bearer of [token, token, body.token]) await talk.ask('GET', LIST, { token: bearer })
      // Three without a token: two sign-ins, and this one.
      await talk.ask('GET', LIST)
      const requests: [string, string, RequestOptions?][] = [
        ['GET', LIST, { token }], ['GET', BAD_IDENTIFIER, { token: body.token }], ['POST', LIST, { token, body: '{' }],
        ['POST', '/tokens', { body: '{' }], ['GET', LIST], ['DELETE', '/nowhere'],
        ['GET', LIST, { token, headers: { 'accept-language': 'en' } }],
        ['HEAD', LIST, { token }],
      ] // prettier-ignore
      for (const [method, path, options] of requests) await talk.ask(method, path, options)
    },
  },
}
