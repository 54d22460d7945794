import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { JoseTokens } from './jose-tokens.ts'

const SUBJECT = { userId: 'a'.repeat(24), partnerId: 'b'.repeat(24), tokenGeneration: 7 }
const keyOf = (kid: string) => ({ kid, key: randomBytes(32) })

describe('partner tokens', () => {
  afterEach(() => void vi.useRealTimers())

  const [older, newer] = [keyOf('older'), keyOf('newer')]

  it('speak for whom they were issued to', async () => {
    const tokens = await JoseTokens.create([newer], 60)
    expect(await tokens.verify(await tokens.issue(SUBJECT))).toEqual(SUBJECT)
  })

  it('are signed by the first key of the ring and good under any: a key can be rotated', async () => {
    const [before, during, after] = await Promise.all([
      JoseTokens.create([older], 60),
      JoseTokens.create([newer, older], 60),
      JoseTokens.create([newer], 60),
    ])
    const [old, fresh] = [await before.issue(SUBJECT), await during.issue(SUBJECT)]
    expect(await during.verify(old)).toEqual(SUBJECT)
    expect(await after.verify(fresh)).toEqual(SUBJECT)
    expect(await after.verify(old)).toBeUndefined()
  })

  it('are not good under another key of the same name', async () => {
    const [one, other] = await Promise.all([JoseTokens.create([keyOf('k')], 60), JoseTokens.create([keyOf('k')], 60)])
    expect(await other.verify(await one.issue(SUBJECT))).toBeUndefined()
  })

  it('live as long as told, to the second', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    const tokens = await JoseTokens.create([newer], 60)
    const token = await tokens.issue(SUBJECT)
    vi.setSystemTime(Date.now() + 59_999)
    expect(await tokens.verify(token)).toEqual(SUBJECT)
    vi.setSystemTime(Date.now() + 1)
    expect(await tokens.verify(token)).toBeUndefined()
  })

  it('are good for what they are, not for what they resemble: one that is known opens the door to no other', async () => {
    const tokens = await JoseTokens.create([newer], 60)
    const token = await tokens.issue(SUBJECT)
    expect(await tokens.verify(token)).toEqual(SUBJECT)
    const signature = token.lastIndexOf('.') + 1
    const changed = `${token.slice(0, signature)}${token[signature] === 'A' ? 'B' : 'A'}${token.slice(signature + 1)}`
    for (const other of [changed, token.slice(0, -1), `${token}x`]) expect(await tokens.verify(other)).toBeUndefined()
    expect(await tokens.verify(token)).toEqual(SUBJECT)
  })

  it('are checked by their signature once: later, by their digest and their end', async () => {
    const tokens = await JoseTokens.create([newer], 60)
    const token = await tokens.issue(SUBJECT)
    const signatures = vi.spyOn(crypto.subtle, 'verify')
    for (let times = 0; times < 3; times++) expect(await tokens.verify(token)).toEqual(SUBJECT)
    expect(signatures).toHaveBeenCalledTimes(1)
    signatures.mockRestore()
  })

  it.each(['', '.', '..', 'a.b.c', 'a'.repeat(4096), 'x'.repeat(1_000_000), '\u{1f600}.\u{1f600}.\u{1f600}'])(
    'are undefined, not an error, for what is none: %.10s',
    async (text) => {
      expect(await (await JoseTokens.create([newer], 60)).verify(text)).toBeUndefined()
    },
  )

  it('need a key', async () => {
    await expect(JoseTokens.create([], 60)).rejects.toThrow('the keyring is empty')
  })
})
