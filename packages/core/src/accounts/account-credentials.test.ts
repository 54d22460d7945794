import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { issueCredentials, revealApiToken, type StoredCredentials } from './account-credentials.ts'

const ID = '65f04c1e9b2d3a7f80c1e5a2'
const OTHER_ID = '65f04c1e9b2d3a7f80c1e5a3'

describe('the credentials of an account', () => {
  const { apiToken, secret, stored } = issueCredentials(ID)

  it('have 256 random bits each behind a prefix, and are never the same', () => {
    expect(apiToken).toMatch(/^pat_[\w-]{43}$/)
    expect(secret).toMatch(/^pas_[\w-]{43}$/)
    const all = Array.from({ length: 100 }, () => issueCredentials(ID)).flatMap((issued) => [
      issued.apiToken,
      issued.secret,
    ])
    expect(new Set(all.map((text) => text.slice(4))).size).toBe(200)
  })

  it('are kept as hashes, and the token sealed', () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest()
    expect(stored.secretHash).toEqual(sha256(secret))
    expect(stored.apiTokenHash).toEqual(sha256(apiToken))
    expect(Buffer.from(stored.sealedApiToken ?? []).toString('latin1')).not.toContain(apiToken.slice(0, 8))
  })

  it('are sealed differently each time, even the same token', () => {
    const again = issueCredentials(ID).stored
    expect(Buffer.from(again.sealedApiToken ?? []).subarray(1, 29)).not.toEqual(
      Buffer.from(stored.sealedApiToken ?? []).subarray(1, 29),
    )
  })

  it('show the token to who has the secret', () => {
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
  ])('show nothing to who has %s', (_case, wrong) => {
    expect(revealApiToken(ID, stored, wrong)).toBeUndefined()
  })

  it('are null once the token is revoked, for who has the secret alone', () => {
    const revoked: StoredCredentials = { ...stored, apiTokenHash: null, sealedApiToken: null }
    expect(revealApiToken(ID, revoked, secret)).toBeNull()
    expect(revealApiToken(ID, revoked, 'wrong')).toBeUndefined()
  })

  it('do not open when they were moved to another account', () => {
    expect(() => revealApiToken(OTHER_ID, stored, secret)).toThrow()
  })

  it('do not open when a bit of the seal was changed, wherever', () => {
    const box = Buffer.from(stored.sealedApiToken ?? [])
    for (let index = 0; index < box.length; index++) {
      const changed = Buffer.from(box)
      changed[index]! ^= 1
      expect(() => revealApiToken(ID, { ...stored, sealedApiToken: changed }, secret)).toThrow()
    }
  })
})
