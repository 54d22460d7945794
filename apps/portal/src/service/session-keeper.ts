export interface SignedInUser {
  userId: string
  email: string
  /** Distinguishes a user's sign-ins. By this browser's clock. */
  signedInAt: number
}

export type SessionState =
  /** `byUser`: signed out, in this tab or another. `false` before the first sign-in. */
  | { kind: 'signed-out'; byUser: boolean }
  | { kind: 'signed-in'; user: SignedInUser }
  | { kind: 'expired'; user: SignedInUser }

/** Thrown by requests waiting for a new sign-in when the user signs out instead. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError'
}

export interface SessionKeeperOptions {
  requestSignIn: (email: string, password: string, code?: string) => Promise<string>
  requestSignOut: () => Promise<unknown>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export const SESSION_KEY = 'partner-accounts.session'

/** Tracks who is signed in. The session is a cookie that scripts cannot read; neither passwords nor tokens are kept. */
export class SessionKeeper {
  readonly #options: SessionKeeperOptions
  readonly #listeners = new Set<() => void>()
  #state: SessionState = { kind: 'signed-out', byUser: false }
  #pending: { resolve: (user: SignedInUser) => void; reject: (error: Error) => void }[] = []

  constructor(options: SessionKeeperOptions) {
    this.#options = options
    const user = this.#stored()
    if (user) this.#state = { kind: 'signed-in', user }
  }

  readonly state = (): SessionState => this.#state

  /** Remains set when the session has expired. */
  userId(): string | undefined {
    return this.#state.kind === 'signed-out' ? undefined : this.#state.user.userId
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows other tabs' sign-ins and sign-outs. */
  readonly followOtherTabs = (): void => {
    const user = this.#stored()
    if (user) this.#use(user)
    else this.#forget()
  }

  /** @param code of the second factor */
  async signIn(email: string, password: string, code?: string): Promise<void> {
    const userId = await this.#options.requestSignIn(email, password, code)
    const user = { userId, email, signedInAt: Date.now() }
    this.#options.storage.setItem(SESSION_KEY, JSON.stringify(user))
    this.#use(user)
  }

  /** To the user's session of the test partner, or back. A new sign-in is always to the live one. */
  switchTo(userId: string): void {
    const user = this.#stored()
    if (user) this.#options.storage.setItem(SESSION_KEY, JSON.stringify({ ...user, userId, signedInAt: Date.now() }))
  }

  /** Keeps the user signed in until the service has ended the session. */
  readonly signOut = async (): Promise<void> => {
    await this.#options.requestSignOut()
    this.#options.storage.removeItem(SESSION_KEY)
    this.#forget()
  }

  /**
   * Waits for a new sign-in if the session has expired, then retries, so nobody repeats their work.
   *
   * @throws SignedOutError
   */
  async send(request: (userId: string) => Promise<Response>): Promise<Response> {
    const user = await this.#user()
    const response = await request(user.userId)
    if (response.status !== 401) return response
    // Unless the user has signed in again since.
    if (this.#state.kind === 'signed-in' && this.#state.user.signedInAt === user.signedInAt) {
      this.#become({ kind: 'expired', user })
    }
    const again = await this.#user()
    if (again.userId !== user.userId) throw new SignedOutError('signed out')
    return request(again.userId)
  }

  #user(): Promise<SignedInUser> {
    const state = this.#state
    if (state.kind === 'signed-out') return Promise.reject(new SignedOutError('signed out'))
    if (state.kind === 'signed-in') return Promise.resolve(state.user)
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }))
  }

  #use(user: SignedInUser): void {
    // Nothing of one user may be shown to, or sent for, another.
    if (this.userId() !== user.userId) this.#forget()
    this.#become({ kind: 'signed-in', user })
    for (const { resolve } of this.#pending.splice(0)) resolve(user)
  }

  #forget(): void {
    for (const { reject } of this.#pending.splice(0)) reject(new SignedOutError('signed out'))
    if (this.#state.kind !== 'signed-out') this.#become({ kind: 'signed-out', byUser: true })
  }

  #stored(): SignedInUser | undefined {
    try {
      const stored = JSON.parse(this.#options.storage.getItem(SESSION_KEY) ?? '{}') as Partial<SignedInUser>
      return typeof stored.userId === 'string' ? (stored as SignedInUser) : undefined
    } catch {
      // Damaged: as if signed out.
      return undefined
    }
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
