import { expect, it } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

it('newRecoveryCodes returns ten different codes of four groups, without characters that look alike', () => {
  const codes = newRecoveryCodes()
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/)
  expect(new Set(codes).size).toBe(10)
})

it('hashRecoveryCode ignores case and separators, but hashes every letter and digit', () => {
  const hash = hashRecoveryCode('abcd-efgh-2345-6789')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hashRecoveryCode(' ABCD efgh23456789')).toBe(hash)
  expect(hashRecoveryCode('abcd-efgh-2345-678')).not.toBe(hash)
})
