import { accountBody } from './conversation.ts'
import { LIST, UNKNOWN, BAD_IDENTIFIER, type Talk, times } from './talk.ts'

/** Who may do what (part 5). */
export const RIGHTS_TALKS: Readonly<Record<string, Talk>> = {
  'refuses who has no good token, before anything else is looked at': {
    outcomes: [...times(12, '401 9'), '401 9', ...times(8, '401 9')],
    async run(talk) {
      const token = await talk.enter()
      const [header, , signature] = token.split('.')
      const wrong = ['', 'x', `Basic ${token}`, token, `Bearer`, `Bearer x${token}`, `Bearer ${token}x`, `Bearer  `]
      const forged = [`Bearer ${header}.e30.${signature}`, 'Bearer a.b.c', `Bearer ${token} ${token}`]
      for (const authorization of [...wrong, ...forged]) await talk.ask('GET', LIST, { headers: { authorization } })
      await talk.ask('GET', LIST)
      await talk.ask('GET', LIST, { headers: { 'accept-language': 'en' } })
      for (const body of ['{', '{}', 'x'.repeat(70_000)]) await talk.ask('POST', LIST, { body })
      const paths = [BAD_IDENTIFIER, `${LIST}/${UNKNOWN}`, `${LIST}/%ZZ`, `${LIST}?page=x`, `${LIST}/`]
      for (const path of paths) await talk.ask('GET', path)
    },
  },

  'takes the scheme in any case, and white space around the token': {
    outcomes: times(3, '200'),
    async run(talk) {
      const token = await talk.enter()
      for (const authorization of [`bearer ${token}`, `BEARER   ${token}`, ` Bearer ${token} `]) {
        await talk.ask('GET', LIST, { headers: { authorization } })
      }
    },
  },

  'refuses who lacks the permission, before body and identifier are looked at': {
    outcomes: [...times(5, '403 666'), '200', ...times(4, '403 666'), '422 1405'],
    async run(talk) {
      const [reader, creator] = [await talk.enter(['accounts:read']), await talk.enter(['accounts:create'])]
      const bodies = [accountBody(), '{', '{}', 'x'.repeat(70_000)]
      for (const body of bodies) await talk.ask('POST', LIST, { token: reader, body })
      await talk.create(reader, {}, { 'accept-language': 'en' })
      await talk.ask('GET', LIST, { token: reader })
      for (const path of [LIST, BAD_IDENTIFIER, `${LIST}/${UNKNOWN}`, `${LIST}/%ZZ`]) {
        await talk.ask('GET', path, { token: creator })
      }
      await talk.ask('POST', LIST, { token: creator, body: '{' })
    },
  },

  'lets users of a suspended partner sign in, and do nothing': {
    outcomes: ['200', '403 666', '403 666', '200', '403 666', '200'],
    async run(talk) {
      const user = await talk.subject.newUser()
      const token = await talk.signIn(user)
      await talk.subject.suspend(user)
      await talk.await(403, 'GET', LIST, { token })
      await talk.create(token)
      const later = await talk.signIn(user)
      await talk.ask('GET', BAD_IDENTIFIER, { token: later })
      await talk.subject.resume(user)
      await talk.await(200, 'GET', LIST, { token })
    },
  },

  'feels a right that is withdrawn, and a user who is disabled': {
    outcomes: ['200', '200', '403 666', '200', '401 9', '401 1418'],
    async run(talk) {
      const user = await talk.subject.newUser()
      const colleague = await talk.subject.newUser(undefined, user)
      const [own, others] = [await talk.signIn(user), await talk.signIn(colleague)]
      await talk.subject.setPermissions(user, ['accounts:read'])
      await talk.await(403, 'POST', LIST, { token: own, body: '{' })
      await talk.ask('GET', LIST, { token: own })
      await talk.subject.disable(colleague)
      await talk.await(401, 'GET', LIST, { token: others })
      await talk.signIn(colleague)
    },
  },
}
