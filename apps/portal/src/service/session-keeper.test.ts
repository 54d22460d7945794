import { beforeEach, describe, expect, it } from 'vitest'
import { SESSION_KEY, SessionKeeper, type SignedInUser, SignedOutError } from './session-keeper.ts'

const EMAIL = 'ana@revenda.example'
let stored: Map<string, string>
/** Number of requests that sign in. */
let signIns: number
/** Number of requests that open test mode. */
let openings: number
/** Whether users may open test mode. */
let mayOpen: boolean
/** Whether requests that open test mode fail. */
let isUnavailable: boolean
/** The users whose sessions the service accepts. */
let accepted: Set<string>

const storageOf = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
})
const testUserOf = (userId: string) => `test user of ${userId}`

interface TabOptions {
  requestSignOut?: () => Promise<void>
  /** What the tab stored before it was reloaded. */
  tabStored?: Map<string, string>
}

/** Opens a tab of one browser. The id of each user is the e-mail. */
const openTab = ({ requestSignOut = () => Promise.resolve(), tabStored = new Map() }: TabOptions = {}) =>
  new SessionKeeper({
    requestSignIn(email) {
      signIns += 1
      accepted.add(email)
      return Promise.resolve(email)
    },
    requestSignOut,
    requestTestMode(liveUserId) {
      openings += 1
      if (isUnavailable) return Promise.reject(new Error('unavailable'))
      if (!mayOpen || !accepted.has(liveUserId)) return Promise.resolve(undefined)
      accepted.add(testUserOf(liveUserId))
      return Promise.resolve(testUserOf(liveUserId))
    },
    storage: storageOf(stored),
    tabStorage: storageOf(tabStored),
  })

/** A request whose response names the user that the service accepted. */
const request = ({ userId }: SignedInUser) =>
  Promise.resolve(new Response(userId, { status: accepted.has(userId) ? 200 : 401 }))
const sendFrom = async (keeper: SessionKeeper) => (await keeper.send(request)).text()

describe('SessionKeeper', () => {
  beforeEach(() => {
    stored = new Map()
    accepted = new Set()
    signIns = 0
    openings = 0
    mayOpen = true
    isUnavailable = false
  })

  it('never stores the password', async () => {
    await openTab().signIn(EMAIL, 'correct horse')
    expect([...stored.values()].join()).not.toContain('correct horse')
  })

  it('is signed in after a reload and in other tabs', async () => {
    const other = openTab()
    await openTab().signIn(EMAIL, 'secret')
    expect(openTab().state()).toMatchObject({ kind: 'signed-in', user: { email: EMAIL } })
    other.followOtherTabs()
    expect(await sendFrom(other)).toBe(EMAIL)
  })

  it('sends a request again after the user has signed in again, in this tab or another', async () => {
    const one = openTab()
    const other = openTab()
    await one.signIn(EMAIL, 'secret')
    other.followOtherTabs()
    accepted.clear()
    const requests = [sendFrom(one), sendFrom(one), sendFrom(other)]
    await expect.poll(() => [one.state().kind, other.state().kind]).toEqual(['expired', 'expired'])
    await one.signIn(EMAIL, 'secret')
    other.followOtherTabs()
    expect(await Promise.all(requests)).toEqual([EMAIL, EMAIL, EMAIL])
    expect(signIns).toBe(2)
  })

  it('fails waiting requests when the user signs out instead', async () => {
    const keeper = openTab()
    await keeper.signIn(EMAIL, 'secret')
    accepted.clear()
    const waiting = sendFrom(keeper)
    await expect.poll(() => keeper.state().kind).toBe('expired')
    await Promise.all([expect(waiting).rejects.toThrow(SignedOutError), keeper.signOut()])
    expect(stored.has(SESSION_KEY)).toBe(false)
    await expect(sendFrom(keeper)).rejects.toThrow(SignedOutError)
  })

  it('stays signed in if the service cannot end the session', async () => {
    const keeper = openTab({ requestSignOut: () => Promise.reject(new Error('unreachable')) })
    await keeper.signIn(EMAIL, 'secret')
    await expect(keeper.signOut()).rejects.toThrow('unreachable')
    expect(keeper.state().kind).toBe('signed-in')
  })

  it('signs out when another user signs in, and rejects waiting requests of the first user instead of sending them as the second', async () => {
    const one = openTab()
    const other = openTab()
    await one.signIn(EMAIL, 'secret')
    accepted.clear()
    const waiting = sendFrom(one)
    await expect.poll(() => one.state().kind).toBe('expired')
    const kinds: string[] = []
    one.subscribe(() => void kinds.push(one.state().kind))
    await other.signIn('bia@revenda.example', 'secret')
    const rejected = expect(waiting).rejects.toThrow(SignedOutError)
    one.followOtherTabs()
    await rejected
    expect(kinds).toEqual(['signed-out', 'signed-in'])
    expect(await sendFrom(one)).toBe('bia@revenda.example')
  })

  describe('in test mode', () => {
    const testUser = testUserOf(EMAIL)

    /** Returns a live tab, a tab in test mode, and what the tab in test mode stored. */
    const openTestMode = async () => {
      const live = openTab()
      await live.signIn(EMAIL, 'secret')
      const tabStored = new Map<string, string>()
      openTab({ tabStored }).openTestMode(testUser)
      // The tab is in test mode once it is reloaded.
      const test = openTab({ tabStored })
      accepted.add(testUser)
      return { live, test, tabStored }
    }

    it('sends test requests only from the tab that opened test mode, also after its reload, until it closes test mode', async () => {
      const { live, test, tabStored } = await openTestMode()
      expect(await Promise.all([sendFrom(live), sendFrom(test), sendFrom(openTab())])).toEqual([EMAIL, testUser, EMAIL])
      expect(openTab({ tabStored }).state()).toMatchObject({ user: { userId: testUser, openedBy: EMAIL } })
      test.closeTestMode()
      expect(await sendFrom(openTab({ tabStored }))).toBe(EMAIL)
    })

    it('lists the live user and its test user in every tab, also after a later sign-in', async () => {
      const { live, test } = await openTestMode()
      expect([live.ownUserIds(), test.ownUserIds()]).toEqual([
        [EMAIL, testUser],
        [EMAIL, testUser],
      ])
      await live.signOut()
      expect(live.ownUserIds()).toEqual([])
      await live.signIn('bia@revenda.example', 'secret')
      expect(live.ownUserIds()).toEqual(['bia@revenda.example'])
      await live.signIn(EMAIL, 'secret')
      expect(live.ownUserIds()).toEqual([EMAIL, testUser])
    })

    it('opens an expired session again, once for concurrent requests, if the live session is accepted', async () => {
      const { test } = await openTestMode()
      accepted.delete(testUser)
      expect(await Promise.all([sendFrom(test), sendFrom(test)])).toEqual([testUser, testUser])
      expect(openings).toBe(1)
    })

    it('continues in test mode after a new sign-in, in this tab or another', async () => {
      const { live, test } = await openTestMode()
      for (const signingIn of [test, live]) {
        accepted.clear()
        const waiting = sendFrom(test)
        await expect.poll(() => test.state().kind).toBe('expired')
        await signingIn.signIn(EMAIL, 'secret')
        test.followOtherTabs()
        expect(await waiting).toBe(testUser)
      }
    })

    it('returns to live mode if the user may no longer open test mode', async () => {
      const { test, tabStored } = await openTestMode()
      accepted.clear()
      const waiting = sendFrom(test)
      await expect.poll(() => test.state().kind).toBe('expired')
      mayOpen = false
      const rejected = expect(waiting).rejects.toThrow(SignedOutError)
      await test.signIn(EMAIL, 'secret')
      await rejected
      expect(tabStored.size).toBe(0)
      expect(await sendFrom(test)).toBe(EMAIL)
    })

    it('remains in test mode if the service is unavailable right after a sign-in', async () => {
      const { test } = await openTestMode()
      accepted.clear()
      const waiting = sendFrom(test)
      await expect.poll(() => test.state().kind).toBe('expired')
      isUnavailable = true
      await test.signIn(EMAIL, 'secret')
      await waiting
      isUnavailable = false
      expect(await sendFrom(test)).toBe(testUser)
    })

    it('leaves test mode when another tab signs out, or another user signs in', async () => {
      const { live, test, tabStored } = await openTestMode()
      await live.signOut()
      test.followOtherTabs()
      expect(test.state()).toEqual({ kind: 'signed-out', byUser: true })
      expect(tabStored.size).toBe(0)
      const reopened = await openTestMode()
      await reopened.live.signIn('bia@revenda.example', 'secret')
      reopened.test.followOtherTabs()
      expect(await sendFrom(reopened.test)).toBe('bia@revenda.example')
    })
  })
})
