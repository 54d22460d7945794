import { beforeEach, describe, expect, it } from 'vitest'
import { SESSION_KEY, SessionKeeper, type SignedInUser, SignedOutError } from './session-keeper.ts'

const EMAIL = 'ana@revenda.example'
let stored: Map<string, string>
let signIns: number
let openings: number
let mayOpen: boolean
let isUnavailable: boolean
/** The users whose sessions the service accepts. */
let accepted: Set<string>

const storageOf = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
})
const testUserOf = (userId: string) => `test user of ${userId}`

/** @param tabStored what the tab kept over a reload */
const tab = (requestSignOut = () => Promise.resolve(), tabStored = new Map<string, string>()) =>
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
const request = ({ userId }: SignedInUser) =>
  Promise.resolve(new Response(userId, { status: accepted.has(userId) ? 200 : 401 }))
const sent = async (keeper: SessionKeeper) => (await keeper.send(request)).text()

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
    await tab().signIn(EMAIL, 'correct horse')
    expect([...stored.values()].join()).not.toContain('correct horse')
  })

  it('is signed in after a reload and in other tabs', async () => {
    const other = tab()
    await tab().signIn(EMAIL, 'secret')
    expect(tab().state()).toMatchObject({ kind: 'signed-in', user: { email: EMAIL } })
    other.followOtherTabs()
    expect(await sent(other)).toBe(EMAIL)
  })

  it('sends a request again after the user has signed in again, in this tab or another', async () => {
    const one = tab()
    const other = tab()
    await one.signIn(EMAIL, 'secret')
    other.followOtherTabs()
    accepted.clear()
    const requests = [sent(one), sent(one), sent(other)]
    await expect.poll(() => [one.state().kind, other.state().kind]).toEqual(['expired', 'expired'])
    await one.signIn(EMAIL, 'secret')
    other.followOtherTabs()
    expect(await Promise.all(requests)).toEqual([EMAIL, EMAIL, EMAIL])
    expect(signIns).toBe(2)
  })

  it('fails waiting requests when the user signs out instead', async () => {
    const keeper = tab()
    await keeper.signIn(EMAIL, 'secret')
    accepted.clear()
    const lost = sent(keeper)
    await expect.poll(() => keeper.state().kind).toBe('expired')
    await Promise.all([expect(lost).rejects.toThrow(SignedOutError), keeper.signOut()])
    expect(stored.has(SESSION_KEY)).toBe(false)
    await expect(sent(keeper)).rejects.toThrow(SignedOutError)
  })

  it('stays signed in while the service cannot end the session', async () => {
    const keeper = tab(() => Promise.reject(new Error('unreachable')))
    await keeper.signIn(EMAIL, 'secret')
    await expect(keeper.signOut()).rejects.toThrow('unreachable')
    expect(keeper.state().kind).toBe('signed-in')
  })

  it('signs out before another user signs in, and sends nothing of the first user for the second', async () => {
    const one = tab()
    const other = tab()
    await one.signIn(EMAIL, 'secret')
    accepted.clear()
    const lost = sent(one)
    await expect.poll(() => one.state().kind).toBe('expired')
    const kinds: string[] = []
    one.subscribe(() => void kinds.push(one.state().kind))
    await other.signIn('bia@revenda.example', 'secret')
    const rejected = expect(lost).rejects.toThrow(SignedOutError)
    one.followOtherTabs()
    await rejected
    expect(kinds).toEqual(['signed-out', 'signed-in'])
    expect(await sent(one)).toBe('bia@revenda.example')
  })

  describe('in test mode', () => {
    const testUser = testUserOf(EMAIL)

    /** Returns two tabs, and what the second kept when it opened test mode. */
    const openTestMode = async () => {
      const live = tab()
      await live.signIn(EMAIL, 'secret')
      const tabStored = new Map<string, string>()
      tab(undefined, tabStored).openTestMode(testUser)
      const test = tab(undefined, tabStored)
      accepted.add(testUser)
      return { live, test, tabStored }
    }

    it('is one tab only, also after it is reloaded', async () => {
      const { live, test, tabStored } = await openTestMode()
      expect(await Promise.all([sent(live), sent(test), sent(tab())])).toEqual([EMAIL, testUser, EMAIL])
      expect(tab(undefined, tabStored).state()).toMatchObject({ user: { userId: testUser, openedBy: EMAIL } })
      test.closeTestMode()
      expect(await sent(tab(undefined, tabStored))).toBe(EMAIL)
    })

    it('opens an ended session again, once for concurrent requests, while the live one is accepted', async () => {
      const { test } = await openTestMode()
      accepted.delete(testUser)
      expect(await Promise.all([sent(test), sent(test)])).toEqual([testUser, testUser])
      expect(openings).toBe(1)
    })

    it('continues in test mode after a new sign-in, in this tab or another', async () => {
      const { live, test } = await openTestMode()
      for (const signingIn of [test, live]) {
        accepted.clear()
        const lost = sent(test)
        await expect.poll(() => test.state().kind).toBe('expired')
        await signingIn.signIn(EMAIL, 'secret')
        test.followOtherTabs()
        expect(await lost).toBe(testUser)
      }
    })

    it('returns to live mode if the user may no longer open test mode', async () => {
      const { test, tabStored } = await openTestMode()
      accepted.clear()
      const lost = sent(test)
      await expect.poll(() => test.state().kind).toBe('expired')
      mayOpen = false
      const rejected = expect(lost).rejects.toThrow(SignedOutError)
      await test.signIn(EMAIL, 'secret')
      await rejected
      expect(tabStored.size).toBe(0)
      expect(await sent(test)).toBe(EMAIL)
    })

    it('remains in test mode if it cannot be opened for a while after a sign-in', async () => {
      const { test } = await openTestMode()
      accepted.clear()
      const lost = sent(test)
      await expect.poll(() => test.state().kind).toBe('expired')
      isUnavailable = true
      await test.signIn(EMAIL, 'secret')
      await lost
      isUnavailable = false
      expect(await sent(test)).toBe(testUser)
    })

    it('ends when another tab signs out, or another user signs in', async () => {
      const { live, test, tabStored } = await openTestMode()
      await live.signOut()
      test.followOtherTabs()
      expect(test.state()).toEqual({ kind: 'signed-out', byUser: true })
      expect(tabStored.size).toBe(0)
      const again = await openTestMode()
      await again.live.signIn('bia@revenda.example', 'secret')
      again.test.followOtherTabs()
      expect(await sent(again.test)).toBe('bia@revenda.example')
    })
  })
})
