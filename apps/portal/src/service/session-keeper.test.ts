import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionKeeper, SignedOutError } from './session-keeper.ts'

const HOUR = 3600
let issued: number
let kept: Map<string, string>
let failure: 'rejected' | 'unreachable' | undefined

const token = () => {
  issued += 1
  const payload = Buffer.from(JSON.stringify({ iat: 1000, exp: 1000 + HOUR, issued })).toString('base64url')
  return `header.${payload}.signature`
}
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const keeper = () =>
  new SessionKeeper({
    requestToken: () => (failure ? Promise.reject(new Error(failure)) : Promise.resolve(token())),
    isRejection: (error) => (error as Error).message === 'rejected',
    storage,
  })
const tokenOf = (session: SessionKeeper) => {
  const state = session.state()
  return state.kind === 'signed-in' ? state.session.token : state.kind
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('SessionKeeper', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    issued = 0
    kept = new Map()
    failure = undefined
  })
  afterEach(() => vi.useRealTimers())

  it('is renewed a minute before each token expires', async () => {
    const session = keeper()
    await session.signIn('ana@revenda.example', 'secret')
    const first = tokenOf(session)
    await pass(HOUR - 61)
    expect(tokenOf(session)).toBe(first)
    await pass(2)
    expect(issued).toBe(2)
    expect(tokenOf(session)).not.toBe(first)
    await pass(HOUR)
    expect(issued).toBe(3)
  })

  it('never stores its password', async () => {
    await keeper().signIn('ana@revenda.example', 'secret')
    expect([...kept.values()].join()).not.toContain('secret')
  })

  it('continues after a reload until its token expires, and then asks for the password', async () => {
    await keeper().signIn('ana@revenda.example', 'secret')
    const reloaded = keeper()
    await pass(HOUR - 1)
    expect(reloaded.state().kind).toBe('signed-in')
    await pass(2)
    expect(reloaded.state()).toEqual({ kind: 'expired', email: 'ana@revenda.example' })
  })

  it('survives a network that is down when the renewal is due', async () => {
    const session = keeper()
    await session.signIn('ana@revenda.example', 'secret')
    failure = 'unreachable'
    await pass(HOUR - 30)
    expect(session.state().kind).toBe('signed-in')
    failure = undefined
    await pass(11)
    expect(issued).toBe(2)
  })

  it('expires when its password is rejected', async () => {
    const session = keeper()
    await session.signIn('ana@revenda.example', 'secret')
    failure = 'rejected'
    await pass(HOUR - 30)
    expect(session.state().kind).toBe('expired')
  })

  it('replaces a rejected token once for all requests', async () => {
    const session = keeper()
    await session.signIn('ana@revenda.example', 'secret')
    const rejected = tokenOf(session)
    const others = await Promise.all([session.replace(rejected), session.replace(rejected)])
    expect(issued).toBe(2)
    expect(others).toEqual([tokenOf(session), tokenOf(session)])
  })

  it('lets requests wait for the password, and fails them when the user signs out instead', async () => {
    await keeper().signIn('ana@revenda.example', 'secret')
    const reloaded = keeper()
    const call = reloaded.replace(tokenOf(reloaded))
    await pass(0)
    expect(reloaded.state().kind).toBe('expired')
    await reloaded.signIn('ana@revenda.example', 'secret')
    expect(await call).toBe(tokenOf(reloaded))

    const another = keeper()
    const lost = another.replace(tokenOf(another))
    await pass(0)
    another.signOut()
    await expect(lost).rejects.toThrow(SignedOutError)
    expect(kept.size).toBe(0)
  })
})
