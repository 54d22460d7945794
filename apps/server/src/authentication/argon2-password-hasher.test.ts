import { beforeAll, describe, expect, it } from 'vitest'
import { Argon2PasswordHasher } from './argon2-password-hasher.ts'

const NETWORK = '203.0.113.7'
/** Hashes with much less memory and time, for tests of many hashes. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }

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

  it('verify returns false for the hash of a generated password, which has another format', async () => {
    expect(await passwords.verify('pai_secret', 'sha256:c2VjcmV0', NETWORK)).toBe(false)
  })
})

it('passwords of more than 1,024 bytes never match, and those of 1,024 bytes do', async () => {
  const passwords = new Argon2PasswordHasher(CHEAP)
  const matches = async (length: number) => {
    const password = 'x'.repeat(length)
    return passwords.verify(password, await passwords.hash(password, 'a'), 'a')
  }
  expect(await Promise.all([matches(1_024), matches(1_025)])).toEqual([true, false])
})

it('waiting is the number of hashes that wait', async () => {
  const passwords = new Argon2PasswordHasher(CHEAP)
  // One is in progress, and four wait.
  const batch = Array.from({ length: 5 }, () => passwords.hash('x', 'a'))
  expect(passwords.waiting).toBe(4)
  await Promise.all(batch)
  expect(passwords.waiting).toBe(0)
})
