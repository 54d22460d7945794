import { BODIES_WITHOUT_FIELDS, type Scenario, times } from './scenario.ts'

/** Signing in (4.1). */
export const SIGN_IN_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /tokens returns a token with the claims of the user, whatever the case of the e-mail': {
    outcomes: times(3, '200'),
    async run(recorder) {
      const user = await recorder.service.newUser()
      recorder.recordClaims(await recorder.signIn(user))
      await recorder.signIn({ ...user, email: user.email.toUpperCase() })
    },
  },

  'POST /tokens returns 401/1418 for missing, invalid or wrong credentials, and 401/24 for users who are not activated':
    {
      outcomes: [...times(BODIES_WITHOUT_FIELDS.length + 8, '401 1418'), '401 24', '401 24'],
      async run(recorder) {
        const { email, password } = await recorder.service.newUser()
        const invited = await recorder.service.invitedUser()
        for (const body of BODIES_WITHOUT_FIELDS) await recorder.send('POST', '/tokens', { body })
        const wrong = [
        { email }, { password }, { email: '', password }, { email, password: '' }, { email: 1, password },
        { email, password: null }, { email, password: `${password} ` }, { email: `x${email}`, password },
      ] // prettier-ignore
        for (const body of wrong) await recorder.send('POST', '/tokens', { body })
        await recorder.signIn(invited)
        await recorder.send('POST', '/tokens', { body: invited, headers: { 'accept-language': 'en' } })
      },
    },

  'POST /tokens returns 429 after five failures of one user, even with the right password, and accepts other users': {
    outcomes: [...times(5, '401 1418'), '429 429', '429 429', '200'],
    async run(recorder) {
      const user = await recorder.service.newUser()
      const other = await recorder.service.newUser()
      for (let failure = 0; failure < 5; failure++) await recorder.signIn({ ...user, password: 'wrong' })
      // `Retry-After` is the rest of the window of 900 s. It depends on how long the failures took, so only its range is
      // recorded.
      const signInAgain = (headers = {}) => recorder.sendUnrecorded('POST', '/tokens', { body: user, headers })
      for (const { headers, ...response } of [await signInAgain(), await signInAgain({ 'accept-language': 'en' })]) {
        const retryAfter = Number(headers.get('retry-after'))
        recorder.responses.push({ ...response, isRestOfWindow: retryAfter > 800 && retryAfter <= 900 })
      }
      await recorder.signIn(other)
    },
  },
}
