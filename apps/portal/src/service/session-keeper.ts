/** The user who is signed in to this browser. */
export interface SignedInUser {
  userId: string
  email: string
  /** Distinguishes two sign-ins of a user. By the clock of this browser. */
  signedInAt: number
}

export type SessionState =
  /** `byUser`: the user signed out, in this tab or another. False before the first sign-in. */
  | { kind: 'signed-out'; byUser: boolean }
  | { kind: 'signed-in'; user: SignedInUser }
  /** The session has ended: the user has to sign in again. */
  | { kind: 'expired'; user: SignedInUser }

/** Thrown by requests that waited for the user to sign in again, when the user signs out instead. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError'
}

export interface SessionKeeperOptions {
  /** Starts a session in this browser. Returns the user's id. */
  requestSignIn: (email: string, password: string) => Promise<string>
  /** Ends the session of this browser. */
  requestSignOut: () => Promise<unknown>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** The key under which all tabs find the user. */
export const SESSION_KEY = 'partner-accounts.session'

/**
 * Knows who is signed in to this browser. The session itself is a cookie that scripts cannot read: neither a password nor
 * a token is stored or kept in memory.
 */
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

  /** The id of the signed-in user, also when the session has expired. */
  userId(): string | undefined {
    return this.#state.kind === 'signed-out' ? undefined : this.#state.user.userId
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows a sign-in or sign-out of another tab. */
  readonly followOtherTabs = (): void => {
    const user = this.#stored()
    if (user) this.#use(user)
    else this.#forget()
  }

  async signIn(email: string, password: string): Promise<void> {
    const userId = await this.#options.requestSignIn(email, password)
    const user = { userId, email, signedInAt: Date.now() }
    this.#options.storage.setItem(SESSION_KEY, JSON.stringify(user))
    this.#use(user)
  }

  /** Signs out of this browser. Until the service has ended the session, the user stays signed in. */
  readonly signOut = async (): Promise<void> => {
    await this.#options.requestSignOut()
    this.#options.storage.removeItem(SESSION_KEY)
    this.#forget()
  }

  /**
   * Sends a request of the signed-in user. When the session has expired, waits until the user has signed in again and then
   * sends it again, so that nobody has to repeat their work.
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
    const text = this.#options.storage.getItem(SESSION_KEY)
    return text === null ? undefined : (JSON.parse(text) as SignedInUser)
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
