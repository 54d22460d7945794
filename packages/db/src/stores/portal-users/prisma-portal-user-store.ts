import {
  type ActivationLink,
  type ActivationOutcome,
  type LinkKey,
  type NormalizedEmail,
  type NewPortalUser,
  type PasswordOwner,
  type PortalUser,
  type PortalUserAccess,
  type PortalUserChanges,
  type PortalUserCredentials,
  type PortalUserStatus,
  type PortalUserStore,
  type StoredActivation,
  type TeamMember,
} from '@partner-accounts/core'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../driver/statements.ts'
import {
  FIND_PORTAL_USER_LINK,
  FIND_RESET_LINK,
  RESET_PASSWORD,
  SET_PORTAL_USER_LINK,
  SET_RESET_LINK,
} from '../../sql/link-statements.ts'
import {
  ACCESS,
  ADD,
  CREDENTIALS,
  END_SESSION,
  FIND,
  FIND_OF_PARTNER,
  LIST_OF_PARTNER,
  type PortalUserRow,
  LOCK_MANAGERS,
  RECORD_SIGN_IN,
  WITH_EMAIL,
} from '../../sql/portal-user-statements.ts'
import { emailKeyOf } from '../email-key.ts'
import { findLink } from '../find-link.ts'
import { fromStored, toStored } from './permissions.ts'

/** Invalidates all tokens issued before. */
const ENDED_SESSIONS = { tokenGeneration: { increment: 1 } } as const
const NO_RESET_LINK = { resetTokenHash: null, resetExpiresAt: null } as const

/** Stores portal users in PostgreSQL. */
export class PrismaPortalUserStore implements PortalUserStore {
  readonly #client: Client
  readonly #statements: Statements

  constructor(client: Client, statements: Statements) {
    this.#client = client
    this.#statements = statements
  }

  async add({ activation, ...user }: NewPortalUser): Promise<void> {
    await this.#statements.run(ADD, { ...user, emailKey: emailKeyOf(user.email) })
    if (activation) await this.#statements.run(SET_PORTAL_USER_LINK, { id: user.id, ...activation })
  }

  async find(id: string, partnerId?: string): Promise<PortalUser | undefined> {
    const [row] = await (partnerId === undefined
      ? this.#statements.run(FIND, { id })
      : this.#statements.run(FIND_OF_PARTNER, { id, partnerId }))
    return row && toPortalUser(row)
  }

  async findByEmail(email: NormalizedEmail): Promise<PortalUser | undefined> {
    const [key] = await this.#statements.run(WITH_EMAIL, { email })
    return key && this.find(key.id, key.partnerId)
  }

  async change(
    id: string,
    { name, status, passwordHash, activation, permissions }: PortalUserChanges,
    unless?: PortalUserStatus,
  ): Promise<PortalUser | undefined> {
    const data: Prisma.PortalUserUpdateManyMutationInput = {
      ...(name !== undefined && { name }),
      ...(status !== undefined && { status }),
      ...(passwordHash !== undefined && { passwordHash, ...ENDED_SESSIONS, ...NO_RESET_LINK }),
      ...(permissions !== undefined && { permissions: toStored(permissions) }),
      ...(activation === null && { activationTokenHash: null, activationExpiresAt: null }),
    }
    const where = { id, ...(unless !== undefined && { status: { not: unless } }) }
    const changed = await this.#change(where, data)
    if (changed && activation) await this.#statements.run(SET_PORTAL_USER_LINK, { id, ...activation })
    return changed
  }

  async findLink(link: LinkKey): Promise<ActivationLink | undefined> {
    const row = await this.#findLink(link)
    return row && { state: row.state, email: row.email, name: row.name }
  }

  async activate(link: LinkKey, passwordHash: string): Promise<ActivationOutcome<PortalUser>> {
    const found = await this.#findLink(link)
    if (found?.state !== 'usable') return found && { kind: found.state }
    const { partnerId, id } = found
    const activationTokenHash = bytes(link.tokenHash)
    const where = { partnerId, id, activationTokenHash, passwordHash: null, status: 'invited' } as const
    const user = await this.#change(where, { passwordHash, status: 'active', ...ENDED_SESSIONS })
    return user ? { kind: 'activated', who: user } : { kind: 'used' }
  }

  async list(
    partnerId: string,
    { limit, after }: { limit: number; after?: string | undefined },
  ): Promise<TeamMember[]> {
    const rows = await this.#statements.run(LIST_OF_PARTNER, { partnerId, after: after ?? '', limit })
    return rows.map(({ lastSignedInAt, ...row }) => ({ ...toPortalUser(row), lastSignedInAt }))
  }

  async lockManagers(partnerId: string): Promise<void> {
    await this.#statements.run(LOCK_MANAGERS, { partnerId })
  }

  async recordSignIn({ id, partnerId }: Pick<PortalUser, 'id' | 'partnerId'>): Promise<void> {
    await this.#statements.run(RECORD_SIGN_IN, { id, partnerId })
  }

  async endSession(
    { id, partnerId }: Pick<PortalUser, 'id' | 'partnerId'>,
    sessionId: string,
    forSeconds: number,
  ): Promise<number> {
    const [row] = await this.#statements.run(END_SESSION, { id, partnerId, sessionId, forSeconds })
    return row?.count ?? 0
  }

  endSessions(id: string): Promise<PortalUser | undefined> {
    return this.#change({ id }, { ...ENDED_SESSIONS, endedSessions: {} })
  }

  async setResetLink(id: string, link: StoredActivation): Promise<void> {
    await this.#statements.run(SET_RESET_LINK, { id, ...link })
  }

  async findResetLink(link: LinkKey): Promise<PasswordOwner | undefined> {
    const row = await findLink(this.#statements, FIND_RESET_LINK, link)
    return row && { email: row.email, name: row.name }
  }

  async resetPassword(link: LinkKey, passwordHash: string): Promise<PortalUser | undefined> {
    const found = await findLink(this.#statements, FIND_RESET_LINK, link)
    if (!found) return undefined
    const { partnerId } = found
    const { tokenHash } = link
    const [row] = await this.#statements.run(RESET_PASSWORD, { partnerId, tokenHash, passwordHash })
    return row && this.find(row.id, partnerId)
  }

  async findCredentials(email: NormalizedEmail): Promise<PortalUserCredentials | undefined> {
    const [key] = await this.#statements.run(WITH_EMAIL, { email })
    if (!key) return undefined
    const [row] = await this.#statements.run(CREDENTIALS, key)
    return row
  }

  async findAccess(userId: string, partnerId: string): Promise<PortalUserAccess | undefined> {
    const [row] = await this.#statements.run(ACCESS, { userId, partnerId })
    return row && { ...row, userId, permissions: fromStored(row.permissions) }
  }

  /**
   * Not one statement: Citus cannot return enums from an update, and Prisma would reject a permission that a later
   * release has added while instances of this one still run.
   */
  async #change(
    where: Prisma.PortalUserWhereInput & { id: string; partnerId?: string },
    data: Prisma.PortalUserUpdateManyMutationInput,
  ): Promise<PortalUser | undefined> {
    const { count } = await this.#client.portalUser.updateMany({ data, where })
    return count === 0 ? undefined : this.find(where.id, where.partnerId)
  }

  #findLink(link: LinkKey) {
    return findLink(this.#statements, FIND_PORTAL_USER_LINK, link)
  }
}

const toPortalUser = ({ permissions, ...user }: PortalUserRow): PortalUser => ({
  ...user,
  permissions: fromStored(permissions),
})
