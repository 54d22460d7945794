import { beforeAll, describe, expect, it } from 'vitest'
import { Argon2PasswordHasher } from './argon2-password-hasher.ts'

const NETWORK = '203.0.113.7'
const BATCH_SIZE = 55

describe('Argon2PasswordHasher', () => {
  let passwords: Argon2PasswordHasher
  let stored: string
  beforeAll(async () => {
    passwords = new Argon2PasswordHasher()
    stored = await passwords.hash('Ação segura 2026', NETWORK)
  })

  it('hashes with the parameters that OWASP recommends for argon2id', () => {
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('compares passwords in NFKC, however a keyboard composes them', async () => {
    const decomposed = 'Ação segura 2026'.normalize('NFD')
    expect(await passwords.verify(decomposed, stored, NETWORK)).toBe(true)
    expect(await passwords.verify('Ａção segura ２０２６', stored, NETWORK)).toBe(true)
    expect(await passwords.verify('Acao segura 2026', stored, NETWORK)).toBe(false)
    const chosenOnMac = await passwords.hash(decomposed, NETWORK)
    expect(await passwords.verify('Ação segura 2026', chosenOnMac, NETWORK)).toBe(true)
  })

  it('rejects a generated password, whose hash has another format', async () => {
    expect(await passwords.verify('pai_secret', 'sha256:c2VjcmV0', NETWORK)).toBe(false)
  })

  it('makes a network wait for its own hashes only', async () => {
    const ended: string[] = []
    const verify = async (network: string) => {
      await passwords.verify('wrong', stored, network)
      ended.push(network)
    }
    const batch = Array.from({ length: BATCH_SIZE }, () => verify('batch'))
    await Promise.all([verify('other'), verify('another')])
    // Only a few hashes of the batch end first. Without a queue per network, all of them would.
    expect(ended.filter((network) => network === 'batch').length).toBeLessThan(BATCH_SIZE / 2)
    await Promise.all(batch)
  })

  it('rejects the hashes of a network beyond its maximum, without rejecting those of other networks', async () => {
    // One is in progress, 60 wait, and one is rejected.
    const batch = Array.from({ length: 62 }, () => passwords.verify('wrong', stored, 'batch'))
    const rest = Promise.allSettled(batch)
    expect(await passwords.verify('Ação segura 2026', stored, 'other')).toBe(true)
    const outcomes = await rest
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ kind: 'overloaded' }) as Error },
    ])
    expect(passwords.waiting).toBe(0)
  })
})
