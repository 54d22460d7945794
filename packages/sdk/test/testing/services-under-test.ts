import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PartnerAccountsService, Permission, PortalUserOptions } from '../../src/testing/index.ts'
import type { RunningService } from '../running-service.ts'
import type { ServiceUnderTest, TestUser } from './recorder.ts'

const BOTH: readonly Permission[] = ['accounts:read', 'accounts:create']

/** Returns the fake service of the testing entry. */
export const fakeService = (service: PartnerAccountsService): ServiceUnderTest => {
  const add = (permissions: readonly Permission[], status: 'active' | 'invited', partner: string): TestUser => {
    const { _id, email, password } = service.addUser({ permissions, status, partner })
    return { id: _id, partnerId: partner, email, password }
  }
  // The fake service applies changes synchronously.
  const done = (value: unknown) => Promise.resolve(value).then(() => {})
  // `addUser` changes the user if there already is one with the e-mail.
  const change = (user: PortalUserOptions & { email: string }) => done(service.addUser(user))
  return {
    baseUrl: service.baseUrl,
    newUser: (permissions = BOTH, colleague) =>
      Promise.resolve(add(permissions, 'active', colleague?.partnerId ?? randomUUID())),
    invitedUser: () => Promise.resolve(add(BOTH, 'invited', randomUUID())),
    setPermissions: ({ email }, permissions) => change({ email, permissions }),
    disable: ({ email }) => change({ email, status: 'disabled' }),
    suspend: ({ partnerId }) => done(service.suspend(partnerId)),
    resume: ({ partnerId }) => done(service.resume(partnerId)),
    revokeApiToken: (accountId) => done(service.revokeApiToken(accountId)),
  }
}

/** Returns the running service, set up over its internal API. */
export function runningService({ baseUrl, dataDirectory }: RunningService): ServiceUnderTest {
  const { INTERNAL_API_KEY } = JSON.parse(readFileSync(path.join(dataDirectory, 'keys.json'), 'utf8')) as {
    INTERNAL_API_KEY: string
  }
  const call = async (procedure: string, input: object): Promise<{ id: string }> => {
    const response = await fetch(`${new URL(baseUrl).origin}/trpc/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${INTERNAL_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const content = (await response.json()) as { result: { data: { id: string } } }
    if (!response.ok) throw new Error(`${procedure}: ${JSON.stringify(content)}`)
    return content.result.data
  }
  const invite = async (permissions: readonly Permission[], partnerId?: string): Promise<TestUser> => {
    const ownerId = partnerId ?? (await call('internal.partners.create', { name: 'Revenda Órion' })).id
    const email = `user-${randomUUID()}@partner.example`
    const { id } = await call('internal.portalUsers.invite', {
      partnerId: ownerId,
      email,
      name: 'Ana Souza',
      permissions,
    })
    return { id, partnerId: ownerId, email, password: randomUUID() }
  }
  return {
    baseUrl,
    async newUser(permissions = BOTH, colleague) {
      const user = await invite(permissions, colleague?.partnerId)
      const token = await mailedToken(path.join(dataDirectory, 'mail'), user.email)
      await call('activation.activate', { token, password: user.password })
      return user
    },
    invitedUser: () => invite(BOTH),
    setPermissions: async ({ id }, permissions) =>
      void (await call('internal.portalUsers.setPermissions', { id, permissions })),
    disable: async ({ id }) => void (await call('internal.portalUsers.disable', { id })),
    suspend: async ({ partnerId }) => void (await call('internal.partners.suspend', { id: partnerId })),
    resume: async ({ partnerId }) => void (await call('internal.partners.resume', { id: partnerId })),
    revokeApiToken: async (id) => void (await call('internal.accounts.revokeToken', { id })),
  }
}

/** Waits for the activation mail to this address. Returns the token of its link. */
async function mailedToken(directory: string, email: string): Promise<string> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const mails = filesIn(directory).map((file) => readFileSync(path.join(directory, file), 'utf8'))
    const mail = mails.find((text) => text.includes(email))
    // The mail is quoted-printable (RFC 2045, 6.7): soft line breaks end with `=`, and `=` is written as `=3D`.
    const token = /\/activate\?token=3D([\w-]+)/.exec(mail?.replace(/=\r?\n/g, '') ?? '')?.[1]
    if (token !== undefined) return token
    if (Date.now() > deadline) throw new Error(`no activation mail to ${email} within a minute`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((file) => file.endsWith('.eml'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
