import { accountBody } from './recorder.ts'
import { LIST, UNKNOWN_ID, INVALID_ID_PATH, type Scenario, times } from './scenario.ts'

/** Authentication and permissions (part 5). */
export const RIGHTS_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'requests without a valid token return 401/9, whatever else is wrong': {
    outcomes: times(21, '401 9'),
    async run(recorder) {
      const token = await recorder.newToken()
      const [header, , signature] = token.split('.')
      const wrong = ['', 'x', `Basic ${token}`, token, `Bearer`, `Bearer x${token}`, `Bearer ${token}x`, `Bearer  `]
      const forged = [`Bearer ${header}.e30.${signature}`, 'Bearer a.b.c', `Bearer ${token} ${token}`]
      for (const authorization of [...wrong, ...forged])
        await recorder.send('GET', LIST, { headers: { authorization } })
      await recorder.send('GET', LIST)
      await recorder.send('GET', LIST, { headers: { 'accept-language': 'en' } })
      for (const body of ['{', '{}', 'x'.repeat(70_000)]) await recorder.send('POST', LIST, { body })
      const paths = [INVALID_ID_PATH, `${LIST}/${UNKNOWN_ID}`, `${LIST}/%ZZ`, `${LIST}?page=x`, `${LIST}/`]
      for (const path of paths) await recorder.send('GET', path)
    },
  },

  'the scheme is accepted in any case, and white space around the token': {
    outcomes: times(3, '200'),
    async run(recorder) {
      const token = await recorder.newToken()
      for (const authorization of [`bearer ${token}`, `BEARER   ${token}`, ` Bearer ${token} `]) {
        await recorder.send('GET', LIST, { headers: { authorization } })
      }
    },
  },

  'requests without the permission return 403/666, even with an invalid body or identifier': {
    outcomes: [...times(5, '403 666'), '200', ...times(4, '403 666'), '422 1405'],
    async run(recorder) {
      const reader = await recorder.newToken(['accounts:read'])
      const creator = await recorder.newToken(['accounts:create'])
      const bodies = [accountBody(), '{', '{}', 'x'.repeat(70_000)]
      for (const body of bodies) await recorder.send('POST', LIST, { token: reader, body })
      await recorder.create(reader, {}, { 'accept-language': 'en' })
      await recorder.send('GET', LIST, { token: reader })
      for (const path of [LIST, INVALID_ID_PATH, `${LIST}/${UNKNOWN_ID}`, `${LIST}/%ZZ`]) {
        await recorder.send('GET', path, { token: creator })
      }
      await recorder.send('POST', LIST, { token: creator, body: '{' })
    },
  },

  'users of a suspended partner can sign in, all other requests return 403/666': {
    outcomes: ['200', '403 666', '403 666', '200', '403 666', '200'],
    async run(recorder) {
      const user = await recorder.service.newUser()
      const token = await recorder.signIn(user)
      await recorder.service.suspend(user)
      await recorder.waitForStatus(403, 'GET', LIST, { token })
      await recorder.create(token)
      const later = await recorder.signIn(user)
      await recorder.send('GET', INVALID_ID_PATH, { token: later })
      await recorder.service.resume(user)
      await recorder.waitForStatus(200, 'GET', LIST, { token })
    },
  },

  'issued tokens lose a withdrawn permission, and become invalid when the user is disabled': {
    outcomes: ['200', '200', '403 666', '200', '401 9', '401 1418'],
    async run(recorder) {
      const user = await recorder.service.newUser()
      const colleague = await recorder.service.newUser(undefined, user)
      const own = await recorder.signIn(user)
      const others = await recorder.signIn(colleague)
      await recorder.service.setPermissions(user, ['accounts:read'])
      await recorder.waitForStatus(403, 'POST', LIST, { token: own, body: '{' })
      await recorder.send('GET', LIST, { token: own })
      await recorder.service.disable(colleague)
      await recorder.waitForStatus(401, 'GET', LIST, { token: others })
      await recorder.signIn(colleague)
    },
  },
}
