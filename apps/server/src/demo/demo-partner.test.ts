import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createIdGenerator } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { openInMemory } from '@partner-accounts/db/testing'
import { expect, it, onTestFinished } from 'vitest'
import { Argon2PasswordHasher } from '../authentication/argon2-password-hasher.ts'
import { createDemoPartner, demoFileIn, type DemoSignIn } from './demo-partner.ts'

it('one of several instances creates the demo users of an empty database, and keeps their passwords in a file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-partner-'))
  const database = await openInMemory(newSealingKeys())
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  const passwords = new Argon2PasswordHasher({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  const dependencies = { ...database, passwords, newId: createIdGenerator() }
  const createIn = async (name: string): Promise<{ directory: string; signIns: DemoSignIn[] | undefined }> => {
    const directory = path.join(folder, name)
    mkdirSync(directory, { recursive: true })
    return { directory, signIns: await createDemoPartner(dependencies, directory, { warn: () => undefined }) }
  }

  const results = await Promise.all([createIn('one'), createIn('other')])
  const created = results.filter(({ signIns }) => signIns !== undefined)
  expect(created).toHaveLength(1)
  const { directory, signIns } = created[0]!
  expect(JSON.parse(readFileSync(demoFileIn(directory), 'utf8'))).toEqual(signIns)
  expect((await createIn('third')).signIns).toBeUndefined()

  const users = await database.prisma.portalUser.findMany({ include: { partner: true }, orderBy: { email: 'asc' } })
  const hasPassword = async ({ email, passwordHash }: (typeof users)[number]) => {
    const { password } = signIns!.find((signIn) => signIn.email === email)!
    return passwordHash !== null && (await passwords.verify(password, passwordHash, 'network'))
  }
  const described = users.map(async (user) => ({
    email: user.email,
    status: user.status,
    isTest: user.partner.testOf !== null,
    hasPassword: await hasPassword(user),
  }))
  expect(await Promise.all(described)).toEqual([
    { email: 'demo@partner.example', status: 'active', isTest: false, hasPassword: true },
    { email: 'pending@partner.example', status: 'invited', isTest: false, hasPassword: false },
    { email: 'test@partner.example', status: 'active', isTest: true, hasPassword: true },
    { email: 'viewer@partner.example', status: 'active', isTest: false, hasPassword: true },
  ])
})
