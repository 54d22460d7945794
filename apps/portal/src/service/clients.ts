import { createPartnerAccountsClient, type PartnerAccountsClient, type RouterOutputs } from '@partner-accounts/client'
import { followClock, localChoices, localeChoice, tabStorage } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { NATIVE_URL } from './addresses.ts'
import { recordRateUse } from './rate-use.ts'
import { SESSION_KEY, SessionKeeper } from './session-keeper.ts'

export type Outputs = RouterOutputs

type Send = (headers: Record<string, string>) => Promise<Response>

/** Creates a client that never retries, because TanStack Query does. */
const createClient = (intercept: (send: Send) => Promise<Response>): PartnerAccountsClient =>
  createPartnerAccountsClient({ url: NATIVE_URL, locale: localeChoice.get, batch: false, maxRetries: 0, intercept })

/** Names the session cookie to use. The service ignores cookies without this header, which other origins cannot send. */
const FROM_PORTAL = { 'x-session': 'portal' }
const FROM_TEST_MODE = { 'x-session': 'portal-test' }

/** Client for procedures that need no sign-in. */
export const openClient = createClient((send) => send(FROM_PORTAL))

export const sessionKeeper = new SessionKeeper({
  requestSignIn: async (email, password, code) =>
    (await openClient.sessions.signIn.mutate({ email, password, code })).id,
  requestSignOut: () => openClient.sessions.signOut.mutate(),
  requestTestMode: async (liveUserId) => {
    const live = createClient((send) => send({ ...FROM_PORTAL, 'x-session-user': liveUserId }))
    try {
      return (await live.testPartner.open.mutate()).id
    } catch (error) {
      const { status } = failureOf(error)
      // After a 429, a later attempt may succeed.
      const isRejection = status >= 400 && status < 500 && status !== 429
      if (isRejection) return undefined
      throw error
    }
  },
  storage: localChoices,
  tabStorage,
})
addEventListener('storage', ({ key }) => {
  if (key === SESSION_KEY || key === null) sessionKeeper.followOtherTabs()
})

export const client = createClient(async (send) => {
  const response = await sessionKeeper.send(({ userId, openedBy }) => {
    const page = openedBy === undefined ? FROM_PORTAL : FROM_TEST_MODE
    // Names the user, so that the service ignores the cookie if another user has signed in in a different tab.
    return send({ ...page, 'x-session-user': userId })
  })
  recordRateUse(response.headers)
  followClock(response.headers)
  return response
})
