import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type SealingKeys, sealWithKeyring, unsealWithKeyring } from './sealing.ts'

const keyring = (...kids: (string | undefined)[]) =>
  kids.map((kid) => ({ kid, key: randomBytes(32) })) as unknown as SealingKeys
const CONTEXT = { purpose: 'test', owner: 'a1' }
const withChangedByte = (sealed: Uint8Array) => sealed.with(-1, sealed.at(-1)! ^ 1)

describe('unsealWithKeyring', () => {
  it.each([['k1'], [undefined]])('returns a text sealed by any key of the keyring (id %s)', (kid) => {
    const [old] = keyring(kid)
    const [first] = keyring('k2')
    expect(unsealWithKeyring(sealWithKeyring('text', [old], CONTEXT), [first, old], CONTEXT)).toBe('text')
  })

  it.each([['k1'], [undefined]])('returns undefined if the key of the text was removed (id %s)', (kid) => {
    const sealed = sealWithKeyring('text', keyring(kid), CONTEXT)
    expect(unsealWithKeyring(sealed, keyring('k2'), CONTEXT)).toBeUndefined()
    expect(unsealWithKeyring(sealed, keyring(undefined), CONTEXT)).toBeUndefined()
  })

  it('throws for a text that was changed, and for one of another owner', () => {
    const keys = keyring('k1', 'k2')
    const sealed = sealWithKeyring('text', keys, CONTEXT)
    expect(() => unsealWithKeyring(withChangedByte(sealed), keys, CONTEXT)).toThrow('unable to authenticate')
    expect(() => unsealWithKeyring(sealed, keys, { ...CONTEXT, owner: 'a2' })).toThrow('unable to authenticate')
  })
})
