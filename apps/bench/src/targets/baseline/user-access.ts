import type { BaselinePool } from './baseline-pool.ts'
import { rejection } from './rejection.ts'
import type { Subject } from './tokens.ts'

export interface User extends Subject {
  isActive: boolean
  /** An array in PostgreSQL's text format. */
  permissions: string
}

const STATEMENT = `
  SELECT u.partner_id, u.status = 'active' AND p.status = 'active', u.permissions
  FROM portal_users u JOIN partners p ON p.id = u.partner_id
  WHERE u.partner_id = $1 AND u.id = $2`

const CACHE_TTL_MS = 5_000
const MAX_CACHED = 10_000

export class UserAccess {
  readonly #pool: BaselinePool
  readonly #cached = new Map<string, { user: Promise<User | undefined>; until: number }>()

  constructor(pool: BaselinePool) {
    this.#pool = pool
  }

  /** @throws Rejection if there is no subject, or its user does not exist */
  async requireUser(subject: Subject | undefined): Promise<User> {
    if (!subject) throw rejection.unauthenticated()
    const user = await this.#find(subject)
    // The cache key is only the user's id, so a cached user may belong to another partner.
    if (!user || user.partnerId !== subject.partnerId) throw rejection.unauthenticated()
    return user
  }

  #find({ userId, partnerId }: Subject): Promise<User | undefined> {
    const now = performance.now()
    const cached = this.#cached.get(userId)
    if (cached && cached.until > now) return cached.user
    if (this.#cached.size >= MAX_CACHED) this.#cached.clear()
    const user = this.#read(userId, partnerId)
    this.#cached.set(userId, { user, until: now + CACHE_TTL_MS })
    user.catch(() => this.#cached.delete(userId))
    return user
  }

  async #read(userId: string, partnerId: string): Promise<User | undefined> {
    const [row] = await this.#pool.query('user access', STATEMENT, [partnerId, userId])
    return row && { userId, partnerId: row[0] ?? '', isActive: row[1] === 't', permissions: row[2] ?? '' }
  }
}

export function requirePermission(user: User, permission: string): User {
  // No permission's name contains another's.
  const hasPermission = user.permissions.includes(permission)
  if (!user.isActive || !hasPermission) throw rejection.forbidden()
  return user
}
