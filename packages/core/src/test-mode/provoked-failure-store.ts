export interface FirstAttempt {
  partnerId: string
  emailKey: string
  /** HMACs of the idempotency key, as stored with the responses to creations. */
  keyLookups: readonly Uint8Array[]
  /** HMACs of the idempotency key and of the e-mail, one per sealing key. */
  lookups: readonly Uint8Array[]
}

export interface ProvokedFailureStore {
  /**
   * Stores a failure for as long as test data is kept. Exactly one of several concurrent calls succeeds.
   *
   * @returns false if the key or the e-mail has failed before, or if an account was created with it
   */
  addFirst(attempt: FirstAttempt): Promise<boolean>
}

declare module '../dependencies.ts' {
  interface Stores {
    provokedFailures: ProvokedFailureStore
  }
}
