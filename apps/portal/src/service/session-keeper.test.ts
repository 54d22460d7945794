import { beforeEach, describe, expect, it } from 'vitest'
import { SESSION_KEY, SessionKeeper, SignedOutError } from './session-keeper.ts'

const EMAIL = 'ana@revenda.example'
let stored: Map<string, string>
let signIns: number
/** The users whose sessions the service accepts. */
let accepted: Set<string>

const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
const tab = (requestSignOut = () => Promise.resolve()) =>
  new SessionKeeper({
    requestSignIn(email) {
      signIns += 1
      accepted.add(email)
      return Promise.resolve(email)
    },
    requestSignOut,
    storage,
  })
const request = (userId: string) => Promise.resolve(new Response(userId, { status: accepted.has(userId) ? 200 : 401 }))
const sent = async (keeper: SessionKeeper) => (await keeper.send(request)).text()

describe('SessionKeeper', () => {
  beforeEach(() => {
    stored = new Map()
    accepted = new Set()
    signIns = 0
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
})
