import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { issueCredentials, revealApiToken, type StoredCredentials } from './account-credentials.ts'

const ID = '65f04c1e9b2d3a7f80c1e5a2'
const OTHER_ID = '65f04c1e9b2d3a7f80c1e5a3'

describe('account credentials', () => {
  const { apiToken, secret, stored } = issueCredentials(ID)

  it('issueCredentials returns a unique token and secret, each a prefix and 256 random bits', () => {
    expect(apiToken).toMatch(/^pat_[\w-]{43}$/)
    expect(secret).toMatch(/^pas_[\w-]{43}$/)
    const all = Array.from({ length: 100 }, () => issueCredentials(ID)).flatMap((issued) => [
      issued.apiToken,
      issued.secret,
    ])
    expect(new Set(all.map((text) => text.slice(4))).size).toBe(200)
  })

  it('issueCredentials stores hashes and the sealed token, not the token or the secret', () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest()
    expect(stored.secretHash).toEqual(sha256(secret))
    expect(stored.apiTokenHash).toEqual(sha256(apiToken))
    expect(Buffer.from(stored.sealedApiToken ?? []).toString('latin1')).not.toContain(apiToken.slice(0, 8))
  })

  it('issueCredentials uses a new salt and nonce for each seal', () => {
    // Salt and nonce are the 28 bytes after the version byte.
    const saltAndNonceOf = ({ sealedApiToken }: StoredCredentials) => Buffer.from(sealedApiToken ?? []).subarray(1, 29)
    expect(saltAndNonceOf(issueCredentials(ID).stored)).not.toEqual(saltAndNonceOf(stored))
  })

  it('revealApiToken returns the token for the secret', () => {
    expect(revealApiToken(ID, stored, secret)).toBe(apiToken)
  })

  it.each([
    ['nothing', ''],
    ['another secret', issueCredentials(ID).secret],
    ['the token', apiToken],
    ['the secret in another case', secret.toLowerCase()],
    ['the secret and a space', `${secret} `],
    ['the hash of the secret', Buffer.from(stored.secretHash).toString('hex')],
    ['a million characters', 'x'.repeat(1_000_000)],
  ])('revealApiToken returns undefined for %s', (_case, wrong) => {
    expect(revealApiToken(ID, stored, wrong)).toBeUndefined()
  })

  it('revealApiToken returns null for the secret of a revoked token, and undefined for any other secret', () => {
    const revoked: StoredCredentials = { ...stored, apiTokenHash: null, sealedApiToken: null }
    expect(revealApiToken(ID, revoked, secret)).toBeNull()
    expect(revealApiToken(ID, revoked, 'wrong')).toBeUndefined()
  })

  it('revealApiToken throws for credentials copied from another account', () => {
    expect(() => revealApiToken(OTHER_ID, stored, secret)).toThrow()
  })

  it('revealApiToken throws when any byte of the sealed token was changed', () => {
    const box = Buffer.from(stored.sealedApiToken ?? [])
    for (let index = 0; index < box.length; index++) {
      const changed = Buffer.from(box)
      changed[index]! ^= 1
      expect(() => revealApiToken(ID, { ...stored, sealedApiToken: changed }, secret)).toThrow()
    }
  })
})
