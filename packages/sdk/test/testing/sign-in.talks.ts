import { NO_OBJECTS, type Talk, times } from './talk.ts'

/** Who gets a token (4.1). */
export const SIGN_IN_TALKS: Readonly<Record<string, Talk>> = {
  'signs a user in, whatever the case of its e-mail, with a token that says who it is': {
    outcomes: times(3, '200'),
    async run(talk) {
      const user = await talk.subject.newUser()
      talk.noteClaims(await talk.signIn(user))
      await talk.signIn({ ...user, email: user.email.toUpperCase() })
    },
  },

  'refuses credentials that are missing, empty, of the wrong type or wrong, and users who are not activated': {
    outcomes: [...times(NO_OBJECTS.length + 8, '401 1418'), '401 24', '401 24'],
    async run(talk) {
      const { email, password } = await talk.subject.newUser()
      const invited = await talk.subject.invitedUser()
      for (const body of NO_OBJECTS) await talk.ask('POST', '/tokens', { body })
      const wrong = [
        { email }, { password }, { email: '', password }, { email, password: '' }, { email: 1, password },
        { email, password: null }, { email, password: `${password} ` }, { email: `x${email}`, password },
      ] // prettier-ignore
      for (const body of wrong) await talk.ask('POST', '/tokens', { body })
      await talk.signIn(invited)
      await talk.ask('POST', '/tokens', { body: invited, headers: { 'accept-language': 'en' } })
    },
  },

  'refuses to sign in after five failures, with the right password too, and only that user': {
    outcomes: [...times(5, '401 1418'), '429 429', '429 429', '200'],
    async run(talk) {
      const [user, other] = [await talk.subject.newUser(), await talk.subject.newUser()]
      for (let failure = 0; failure < 5; failure++) await talk.signIn({ ...user, password: 'wrong' })
      // How long to wait depends on how long the failures took.
      const refused = (headers = {}) => talk.askAside('POST', '/tokens', { body: user, headers })
      for (const { headers, ...answer } of [await refused(), await refused({ 'accept-language': 'en' })]) {
        const waits = Number(headers.get('retry-after'))
        talk.answers.push({ ...answer, waitsWithinWindow: waits > 800 && waits <= 900 })
      }
      await talk.signIn(other)
    },
  },
}
