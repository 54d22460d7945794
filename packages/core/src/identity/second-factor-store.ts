import type { PortalUser } from './portal-user.ts'

export type UserKey = Pick<PortalUser, 'id' | 'partnerId'>

export interface SecondFactor {
  /** `undefined` if its sealing key was removed. Recovery codes still work. */
  secret: string | undefined
  isActive: boolean
  /** SHA-256 of unused codes. */
  recoveryHashes: readonly string[]
}

/** Stores second factors, with sealed secrets. */
export interface SecondFactorStore {
  /**
   * Stores an inactive second factor, which replaces another inactive one.
   *
   * @returns `false` if the user has an active second factor
   */
  begin(user: UserKey, secret: string): Promise<boolean>

  find(user: UserKey): Promise<SecondFactor | undefined>

  /** @returns `false` without an inactive second factor */
  activate(user: UserKey, step: number, recoveryHashes: readonly string[]): Promise<boolean>

  /** @returns `false` if a code of this or a later step was used. Exactly one of concurrent calls succeeds. */
  useStep(user: UserKey, step: number): Promise<boolean>

  /** @returns `false` if the code was used. Exactly one of concurrent calls succeeds. */
  useRecoveryCode(user: UserKey, hash: string): Promise<boolean>

  /** @returns `false` without an active second factor */
  replaceRecoveryCodes(user: UserKey, recoveryHashes: readonly string[]): Promise<boolean>

  /** @returns `false` if there was none */
  remove(user: UserKey): Promise<boolean>

  setRequired(partnerId: string, isRequired: boolean): Promise<void>
}

declare module '../dependencies.ts' {
  interface Stores {
    secondFactors: SecondFactorStore
  }
}
