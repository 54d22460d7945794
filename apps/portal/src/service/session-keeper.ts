export interface SignedInUser {
  userId: string
  email: string
  /** Distinguishes a user's sign-ins. By this browser's clock. */
  signedInAt: number
  /** In a tab in test mode, the live user. */
  openedBy?: string
}

/** What a tab in test mode keeps. */
interface TestMode {
  userId: string
  openedBy: string
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
  /** @returns the id of the live user's user of the test partner; `undefined` if the service rejects it */
  requestTestMode: (liveUserId: string) => Promise<string | undefined>
  storage: KeyedStorage
  /** Of this tab. A new tab is in live mode. */
  tabStorage: KeyedStorage
}

type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type Reopening = 'opened' | 'rejected' | 'failed'

export const SESSION_KEY = 'partner-accounts.session'
const TEST_MODE_KEY = 'partner-accounts.test-mode'

/**
 * Tracks who is signed in, and whether this tab is in test mode. The sessions are cookies that scripts cannot read;
 * neither passwords nor tokens are kept.
 */
export class SessionKeeper {
  readonly #options: SessionKeeperOptions
  readonly #listeners = new Set<() => void>()
  #state: SessionState = { kind: 'signed-out', byUser: false }
  #pending: { resolve: (user: SignedInUser) => void; reject: (error: Error) => void }[] = []
  #reopening: Promise<Reopening> | undefined

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
    const live = { userId, email, signedInAt: Date.now() }
    this.#options.storage.setItem(SESSION_KEY, JSON.stringify(live))
    const user = this.#inMode(live)
    const reopening = user.openedBy === undefined ? 'opened' : await this.#reopen(user)
    // Without the permission, the tab returns to live mode. After a failure, its next request opens test mode again.
    if (reopening === 'rejected') {
      this.closeTestMode()
      this.#use(live)
    } else {
      this.#use(user)
    }
  }

  /** Takes effect when the tab is reloaded, because nothing that was loaded in one mode may be shown in the other. */
  openTestMode(userId: string): void {
    const openedBy = this.userId()
    this.#options.tabStorage.setItem(TEST_MODE_KEY, JSON.stringify({ userId, openedBy }))
  }

  /** Takes effect when the tab is reloaded. */
  closeTestMode(): void {
    this.#options.tabStorage.removeItem(TEST_MODE_KEY)
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
  async send(request: (user: SignedInUser) => Promise<Response>): Promise<Response> {
    const user = await this.#user()
    const response = await this.#sendAs(user, request)
    if (response.status !== 401) return response
    // Unless the user has signed in again since.
    if (this.#state.kind === 'signed-in' && this.#state.user.signedInAt === user.signedInAt) {
      this.#become({ kind: 'expired', user })
    }
    const again = await this.#user()
    if (again.userId !== user.userId) throw new SignedOutError('signed out')
    return this.#sendAs(again, request)
  }

  /** Opens the session of test mode again if it has ended, but the live one has not. */
  async #sendAs(user: SignedInUser, request: (user: SignedInUser) => Promise<Response>): Promise<Response> {
    const response = await request(user)
    if (response.status !== 401 || user.openedBy === undefined) return response
    return (await this.#reopen(user)) === 'opened' ? request(user) : response
  }

  /** Once for concurrent requests. */
  #reopen({ userId, openedBy = '' }: SignedInUser): Promise<Reopening> {
    this.#reopening ??= this.#options
      .requestTestMode(openedBy)
      .then(
        (id): Reopening => (id === userId ? 'opened' : 'rejected'),
        (): Reopening => 'failed',
      )
      .finally(() => {
        this.#reopening = undefined
      })
    return this.#reopening
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
    this.closeTestMode()
    if (this.#state.kind !== 'signed-out') this.#become({ kind: 'signed-out', byUser: true })
  }

  #stored(): SignedInUser | undefined {
    const live = parse<SignedInUser>(this.#options.storage.getItem(SESSION_KEY))
    return live && this.#inMode(live)
  }

  /** Returns the user of this tab's mode. */
  #inMode(live: SignedInUser): SignedInUser {
    const test = parse<TestMode>(this.#options.tabStorage.getItem(TEST_MODE_KEY))
    return test?.openedBy === live.userId ? { ...live, ...test } : live
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Treats damaged data as absent. */
function parse<T extends { userId: string }>(text: string | null): T | undefined {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<T>
    return typeof stored.userId === 'string' ? (stored as T) : undefined
  } catch {
    return undefined
  }
}
