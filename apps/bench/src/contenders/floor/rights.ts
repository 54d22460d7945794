import type { FloorPool } from './floor-pool.ts'
import { refusal } from './refusal.ts'
import type { Subject } from './tokens.ts'

/** A portal user with the rights it has now. */
export interface User extends Subject {
  active: boolean
  /** As PostgreSQL writes an array. */
  permissions: string
}

const STATEMENT = `
  SELECT u.partner_id, u.status = 'active' AND p.status = 'active', u.permissions
  FROM portal_users u JOIN partners p ON p.id = u.partner_id
  WHERE u.id = $1`

/** As long as the service keeps them. */
const FRESH_FOR_MS = 5_000
const MOST_KEPT = 10_000

/** The rights of portal users, looked up once for all requests of some seconds. */
export class Rights {
  readonly #pool: FloorPool
  readonly #kept = new Map<string, { user: Promise<User | undefined>; until: number }>()

  constructor(pool: FloorPool) {
    this.#pool = pool
  }

  async of(subject: Subject | undefined): Promise<User> {
    const user = subject && (await this.#find(subject.userId))
    if (!user || user.partnerId !== subject.partnerId) throw refusal.unauthenticated()
    return user
  }

  #find(userId: string): Promise<User | undefined> {
    const now = performance.now()
    const kept = this.#kept.get(userId)
    if (kept && kept.until > now) return kept.user
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    const user = this.#read(userId)
    this.#kept.set(userId, { user, until: now + FRESH_FOR_MS })
    return user
  }

  async #read(userId: string): Promise<User | undefined> {
    const [row] = await this.#pool.query('rights', STATEMENT, [userId])
    return row && { userId, partnerId: row[0] ?? '', active: row[1] === 't', permissions: row[2] ?? '' }
  }
}

export function requireRight(user: User, permission: string): User {
  if (!user.active || !user.permissions.includes(permission)) throw refusal.forbidden()
  return user
}
