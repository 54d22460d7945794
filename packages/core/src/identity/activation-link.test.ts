import { expect, it } from 'vitest'
import { createIdGenerator } from '../secrets/id-generator.ts'
import { issueActivationToken, readActivationToken } from './activation-link.ts'

const partnerId = createIdGenerator()()

it.each([
  ['portal-user', 7 * 86_400],
  ['administrator', 7 * 86_400],
  ['password-reset', 3600],
] as const)(
  'the token of a link for %s contains its partner and 20 random bytes, and is valid for %i seconds',
  (purpose, validForSeconds) => {
    const one = issueActivationToken(purpose, partnerId)
    const other = issueActivationToken(purpose, partnerId)
    expect(one.token).toMatch(/^pa[uar]_[\w-]{43}$/)
    // 26 characters encode the random bytes except for four bits.
    expect(one.token.slice(-26)).not.toBe(other.token.slice(-26))
    expect(one.stored.validForSeconds).toBe(validForSeconds)
    expect(readActivationToken(one.token)).toEqual({ purpose, partnerId, tokenHash: one.stored.tokenHash })
  },
)

it.each(['', 'link', 'pax_x'])('the text "%s" is not a token of a link', (text) => {
  expect(readActivationToken(text)).toBeUndefined()
})
