import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createJoseTokens } from './jose-tokens.ts'
import { createKeyRing } from './key-ring.ts'

const SUBJECT = { userId: 'a'.repeat(24), partnerId: 'b'.repeat(24), tokenGeneration: 7 }
const keyOf = (kid: string) => ({ kid, key: randomBytes(32) })

const tokensOf = async (keys: Parameters<typeof createKeyRing>[0]) => createJoseTokens(await createKeyRing(keys), 60)

describe('JoseTokens', () => {
  afterEach(() => void vi.useRealTimers())

  const older = keyOf('older')
  const newer = keyOf('newer')

  it('verify returns the subject of an issued token', async () => {
    const tokens = await tokensOf([newer])
    expect(await tokens.verify(await tokens.issue(SUBJECT))).toEqual(SUBJECT)
  })

  it('issue signs with the first key and verify accepts every key, so keys can be rotated', async () => {
    const [before, during, after] = await Promise.all([tokensOf([older]), tokensOf([newer, older]), tokensOf([newer])])
    const old = await before.issue(SUBJECT)
    const fresh = await during.issue(SUBJECT)
    expect(await during.verify(old)).toEqual(SUBJECT)
    expect(await after.verify(fresh)).toEqual(SUBJECT)
    expect(await after.verify(old)).toBeUndefined()
  })

  it('verify rejects a token signed with another key of the same kid', async () => {
    const [one, other] = await Promise.all([tokensOf([keyOf('k')]), tokensOf([keyOf('k')])])
    expect(await other.verify(await one.issue(SUBJECT))).toBeUndefined()
  })

  it('verify accepts a token until the second of its expiry', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    const tokens = await tokensOf([newer])
    const token = await tokens.issue(SUBJECT)
    vi.setSystemTime(Date.now() + 59_999)
    expect(await tokens.verify(token)).toEqual(SUBJECT)
    vi.setSystemTime(Date.now() + 1)
    expect(await tokens.verify(token)).toBeUndefined()
  })

  it('verify accepts tokens from a clock that is up to five minutes ahead', async () => {
    const now = Date.UTC(2026, 10, 21)
    vi.useFakeTimers({ toFake: ['Date'], now })
    const tokens = await tokensOf([newer])
    const issueAt = (seconds: number) => {
      vi.setSystemTime(now + seconds * 1000)
      return tokens.issue(SUBJECT)
    }
    const issued = [await issueAt(300), await issueAt(301)]
    vi.setSystemTime(now)
    expect(await Promise.all(issued.map((token) => tokens.verify(token)))).toEqual([SUBJECT, undefined])
  })

  it('verify rejects changed copies of a cached token', async () => {
    const tokens = await tokensOf([newer])
    const token = await tokens.issue(SUBJECT)
    expect(await tokens.verify(token)).toEqual(SUBJECT)
    const [header, payload, signature = ''] = token.split('.')
    const otherSignature = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const changed of [`${header}.${payload}.${otherSignature}`, token.slice(0, -1), `${token}x`]) {
      expect(await tokens.verify(changed)).toBeUndefined()
    }
    expect(await tokens.verify(token)).toEqual(SUBJECT)
  })

  it('verify checks the signature of a token once', async () => {
    const tokens = await tokensOf([newer])
    const token = await tokens.issue(SUBJECT)
    const signatures = vi.spyOn(crypto.subtle, 'verify')
    for (let times = 0; times < 3; times++) expect(await tokens.verify(token)).toEqual(SUBJECT)
    expect(signatures).toHaveBeenCalledTimes(1)
    signatures.mockRestore()
  })

  it.each(['', '.', '..', 'a.b.c', 'a'.repeat(4096), 'x'.repeat(1_000_000), '\u{1f600}.\u{1f600}.\u{1f600}'])(
    'verify returns undefined for the invalid token %.10s',
    async (text) => {
      expect(await (await tokensOf([newer])).verify(text)).toBeUndefined()
    },
  )

  it('an empty keyring is rejected', async () => {
    await expect(createKeyRing([])).rejects.toThrow('the keyring is empty')
  })
})
