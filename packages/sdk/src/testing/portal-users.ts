import { isLongerThan, LIMITS } from '@partner-accounts/rules'
import type { Mode } from '../options/client-options.ts'
import { Rejection } from './rejection.ts'
import { SlidingWindow } from './sliding-window.ts'

export type Permission = 'accounts:read' | 'accounts:create' | 'webhooks:manage'

/** A portal user to add or change. */
export interface PortalUserOptions {
  /** Default: a generated value. */
  email?: string
  /** Default: a generated value. */
  password?: string
  /** Default: `accounts:read` and `accounts:create`. */
  permissions?: readonly Permission[]
  /** `invited` has not followed the activation link yet, `disabled` has lost access. Default: `active`. */
  status?: 'active' | 'invited' | 'disabled'
  /** Users of a partner see the same accounts and share its rate limit. */
  partner?: string
  /** Default: `live`. */
  mode?: Mode
}

export interface PortalUser extends Required<PortalUserOptions> {
  readonly _id: string
}

/** The key of all users together. */
const ALL = ''

const isCredential = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && !isLongerThan(value, max)

export class PortalUsers {
  readonly #users = new Map<string, PortalUser>()
  readonly #failedByUser: SlidingWindow
  readonly #failedByAll: SlidingWindow

  constructor(now: () => number) {
    this.#failedByUser = new SlidingWindow(LIMITS.signIn.perAccountAndAddress, now)
    this.#failedByAll = new SlidingWindow(LIMITS.signIn.perAddress, now)
  }

  put(user: PortalUser): void {
    this.#users.set(user.email.toLowerCase(), user)
  }

  remove(email: string): void {
    this.#users.delete(email.toLowerCase())
  }

  byEmail(email: string): PortalUser | undefined {
    return this.#users.get(email.toLowerCase())
  }

  byId(id: string): PortalUser | undefined {
    return [...this.#users.values()].find(({ _id }) => _id === id)
  }

  /** @throws Rejection `invalid-credentials`, `user-not-activated`, `too-many-sign-ins` */
  signIn({ email, password }: Record<string, unknown>): PortalUser {
    if (!isCredential(email, LIMITS.emailLength) || !isCredential(password, LIMITS.signInPasswordLength)) {
      throw new Rejection('invalid-credentials')
    }
    const account = email.toLowerCase()
    this.#reserve(account)
    const user = this.byEmail(email)
    const isValid = user?.status === 'active' && user.password === password
    if (isValid || user?.status === 'invited') {
      this.#failedByUser.release(account)
      this.#failedByAll.release(ALL)
    }
    if (user?.status === 'invited') throw new Rejection('user-not-activated')
    if (!isValid) throw new Rejection('invalid-credentials')
    return user
  }

  /** Counts the sign-in as failed until `signIn` releases it. */
  #reserve(account: string): void {
    const byUser = this.#failedByUser.take(account)
    if (!byUser.isAllowed) throw new Rejection('too-many-sign-ins', byUser.resetSeconds)
    const byAll = this.#failedByAll.take(ALL)
    if (byAll.isAllowed) return
    this.#failedByUser.release(account)
    throw new Rejection('too-many-sign-ins', byAll.resetSeconds)
  }
}
