import type { PortalUser } from '../portal-users/portal-user.ts'

export type UserKey = Pick<PortalUser, 'id' | 'partnerId'>

export interface SecondFactor {
  /** `undefined` once its sealing key is gone. Recovery codes work then. */
  secret: string | undefined
  isActive: boolean
  /** SHA-256 of those that are left. */
  recoveryHashes: readonly string[]
}

/** The secrets of one-time codes, stored sealed. */
export interface SecondFactorStore {
  begin(user: UserKey, secret: string): Promise<boolean>

  find(user: UserKey): Promise<SecondFactor | undefined>

  /** @returns `false` without an inactive second factor */
  activate(user: UserKey, step: number, recoveryHashes: readonly string[]): Promise<boolean>

  /** @returns `false` if a code of this step or a later one was used. Exactly one of concurrent calls succeeds. */
  useStep(user: UserKey, step: number): Promise<boolean>

  /** Removes a recovery code. @returns `false` if it was used. Exactly one of concurrent calls succeeds. */
  useRecoveryCode(user: UserKey, hash: string): Promise<boolean>

  /** @returns whether there was one */
  remove(user: UserKey): Promise<boolean>

  setRequired(partnerId: string, isRequired: boolean): Promise<void>
}
