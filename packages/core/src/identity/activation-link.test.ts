import { expect, it } from 'vitest'
import { createIdGenerator } from '../secrets/id-generator.ts'
import { issueActivationToken, readActivationToken } from './activation-link.ts'

const partnerId = createIdGenerator()()

it.each(['portal-user', 'administrator', 'password-reset'] as const)(
  'the token of a link for %s contains its partner, and 20 random bytes',
  (purpose) => {
    const one = issueActivationToken(purpose, partnerId)
    const other = issueActivationToken(purpose, partnerId)
    expect(one.token).toMatch(/^pa[uar]_[\w-]{43}$/)
    expect(one.token.slice(-26)).not.toBe(other.token.slice(-26))
    expect(readActivationToken(one.token)).toEqual({ purpose, partnerId, tokenHash: one.stored.tokenHash })
  },
)

it.each(['', 'link', 'pax_x'])('the text "%s" is no link', (text) => {
  expect(readActivationToken(text)).toBeUndefined()
})
