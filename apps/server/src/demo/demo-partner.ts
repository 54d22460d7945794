import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type Dependencies,
  DomainError,
  type Permission,
  PERMISSIONS,
  type PortalUserStatus,
} from '@partner-accounts/core'
import type { Logger } from 'pino'
import { isLoopback } from '../http/loopback.ts'
import { readOrCreate } from '../settings/owner-only-file.ts'
import type { Settings } from '../settings/settings.ts'

interface DemoUser {
  email: string
  name: string
  status: PortalUserStatus
  permissions: readonly Permission[]
  /** Whether the user belongs to the test partner. */
  isTest?: true
}

const DEMO_USERS: readonly DemoUser[] = [
  { email: 'demo@partner.example', name: 'Demo', status: 'active', permissions: PERMISSIONS },
  { email: 'viewer@partner.example', name: 'Viewer', status: 'active', permissions: ['accounts:read'] },
  { email: 'pending@partner.example', name: 'Pending', status: 'invited', permissions: PERMISSIONS },
  { email: 'test@partner.example', name: 'Test', status: 'active', permissions: PERMISSIONS, isTest: true },
]

/** Queue for hashing the demo passwords. Other passwords are queued by the client's network. */
const DEMO_NETWORK = 'demo'

export interface DemoSignIn {
  email: string
  password: string
}

/**
 * Creates a demo partner, its test partner and their portal users in an empty database. Returns `undefined` if the database
 * has a partner.
 */
export async function createDemoPartner(
  { stores, transact, passwords, newId }: Pick<Dependencies, 'stores' | 'transact' | 'passwords' | 'newId'>,
  dataDirectory: string,
  logger: Pick<Logger, 'warn'>,
): Promise<DemoSignIn[] | undefined> {
  if (!(await stores.partners.isEmpty())) return undefined

  // The file is written first, so that the next start after an interrupted one has the same passwords.
  const signIns = await readOrCreate(demoFileIn(dataDirectory), generateSignIns, logger)
  const passwordOf = new Map(signIns.map(({ email, password }) => [email, password]))
  const partnerId = newId()
  const testPartnerId = newId()
  const users = await Promise.all(
    DEMO_USERS.map(async ({ isTest, ...user }) => ({
      ...user,
      kind: 'person' as const,
      id: newId(),
      partnerId: isTest ? testPartnerId : partnerId,
      activation: null,
      passwordHash:
        user.status === 'invited' ? null : await passwords.hash(passwordOf.get(user.email) ?? '', DEMO_NETWORK),
    })),
  )
  try {
    await transact(async ({ partners, portalUsers }) => {
      await partners.add({ id: partnerId, name: 'Demo Partner', couponId: null })
      await partners.add({ id: testPartnerId, name: 'Demo Partner (test)', couponId: null, testOf: partnerId })
      for (const user of users) await portalUsers.add(user)
    })
  } catch (error) {
    // Another instance created the partner.
    if (error instanceof DomainError && error.kind === 'portal-user-email-taken') return undefined
    throw error
  }
  return signIns
}

export const demoFileIn = (dataDirectory: string): string => path.join(dataDirectory, 'demo.json')

/** Returns the user of test mode, unless the service runs in production or its public URL leads to another machine. */
export async function readLocalTestUser({
  production,
  publicUrl,
  dataDirectory,
}: Pick<Settings, 'production' | 'publicUrl' | 'dataDirectory'>): Promise<DemoSignIn | undefined> {
  if (production || !isLoopback(publicUrl)) return undefined
  const testUser = DEMO_USERS.find(({ isTest }) => isTest)
  try {
    const signIns = JSON.parse(await readFile(demoFileIn(dataDirectory), 'utf8')) as DemoSignIn[]
    return signIns.find(({ email }) => email === testUser?.email)
  } catch {
    // The first start found a database with partners, or the file was deleted.
    return undefined
  }
}

const generateSignIns = (): DemoSignIn[] =>
  DEMO_USERS.map(({ email }) => ({ email, password: randomBytes(15).toString('base64url') }))
