export interface SignedInUser {
  userId: string
  email: string
  /** Distinguishes a user's sign-ins. Milliseconds by this browser's clock. */
  signedInAt: number
  /** Id of the live user. Only in a tab in test mode. */
  openedBy?: string
}

/** What a tab in test mode stores. */
interface TestMode {
  /** Id of the test partner's user. */
  userId: string
  /** Id of the live user. */
  openedBy: string
}

export type SessionState =
  /** `byUser`: whether somebody signed out in this tab or another. `false` before the first sign-in. */
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
  /** @returns the id of the test partner's user that belongs to the live user; `undefined` if the service rejects the request */
  requestTestMode: (liveUserId: string) => Promise<string | undefined>
  storage: KeyedStorage
  /** Storage of this tab only. A new tab is in live mode. */
  tabStorage: KeyedStorage
}

type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `failed`: a later attempt may succeed. */
type Reopening = 'opened' | 'rejected' | 'failed'

export const SESSION_KEY = 'partner-accounts.session'
const TEST_MODE_KEY = 'partner-accounts.test-mode'
/** Stores the test user that a live user has opened. The id of the live user follows. */
const TEST_USER_KEY = 'partner-accounts.test-user.'

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
    const user = this.#readStoredUser()
    if (user) this.#state = { kind: 'signed-in', user }
  }

  readonly state = (): SessionState => this.#state

  /** Returns the user's id, also after the session has expired. */
  userId(): string | undefined {
    return this.#state.kind === 'signed-out' ? undefined : this.#state.user.userId
  }

  /** Returns the ids of the live user and, if this browser has opened its test mode, of the test user. */
  ownUserIds(): string[] {
    if (this.#state.kind === 'signed-out') return []
    const { userId, openedBy: liveUserId = userId } = this.#state.user
    const testUserId = this.#options.storage.getItem(`${TEST_USER_KEY}${liveUserId}`)
    return testUserId === null ? [liveUserId] : [liveUserId, testUserId]
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows other tabs' sign-ins and sign-outs. */
  readonly followOtherTabs = (): void => {
    const user = this.#readStoredUser()
    if (user) this.#setUser(user)
    else this.#forgetUser()
  }

  /** @param code of the second factor */
  async signIn(email: string, password: string, code?: string): Promise<void> {
    const userId = await this.#options.requestSignIn(email, password, code)
    const live = { userId, email, signedInAt: Date.now() }
    this.#options.storage.setItem(SESSION_KEY, JSON.stringify(live))
    const user = this.#userOfTab(live)
    const { openedBy } = user
    if (openedBy === undefined) return this.#setUser(live)
    const reopening = await this.#reopen({ userId: user.userId, openedBy })
    // After a failure, the next request opens test mode again.
    if (reopening !== 'rejected') return this.#setUser(user)
    // The user may no longer open test mode.
    this.closeTestMode()
    this.#setUser(live)
  }

  /** Takes effect when the tab is reloaded, because nothing that was loaded in one mode may be shown in the other. */
  openTestMode(userId: string): void {
    const openedBy = this.userId()
    this.#options.tabStorage.setItem(TEST_MODE_KEY, JSON.stringify({ userId, openedBy }))
    // Stays after sign-out, because this browser may still store imports of the test user.
    this.#options.storage.setItem(`${TEST_USER_KEY}${openedBy}`, userId)
  }

  /** Takes effect when the tab is reloaded. */
  closeTestMode(): void {
    this.#options.tabStorage.removeItem(TEST_MODE_KEY)
  }

  /** Ends the session of the service first. If that fails, the user stays signed in. */
  readonly signOut = async (): Promise<void> => {
    await this.#options.requestSignOut()
    this.#options.storage.removeItem(SESSION_KEY)
    this.#forgetUser()
  }

  /**
   * Sends a request. If the session has expired, waits for a new sign-in and sends the request again.
   *
   * @throws SignedOutError if nobody is signed in, or the user signs out or another user signs in while it waits
   */
  async send(request: (user: SignedInUser) => Promise<Response>): Promise<Response> {
    const user = await this.#waitForUser()
    const response = await this.#sendAs(user, request)
    if (response.status !== 401) return response
    // The user may have signed in again during the request.
    const isSameSignIn = this.#state.kind === 'signed-in' && this.#state.user.signedInAt === user.signedInAt
    if (isSameSignIn) this.#setState({ kind: 'expired', user })
    const userAgain = await this.#waitForUser()
    if (userAgain.userId !== user.userId) throw new SignedOutError('signed out')
    return this.#sendAs(userAgain, request)
  }

  /** Sends a request. Sends it again if the session of test mode has expired and can be opened again. */
  async #sendAs(user: SignedInUser, request: (user: SignedInUser) => Promise<Response>): Promise<Response> {
    const { userId, openedBy } = user
    const response = await request(user)
    if (response.status !== 401 || openedBy === undefined) return response
    const reopening = await this.#reopen({ userId, openedBy })
    return reopening === 'opened' ? request(user) : response
  }

  /** Opens test mode again, once for concurrent requests. */
  #reopen({ userId, openedBy }: TestMode): Promise<Reopening> {
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

  /** Returns the user, after a new sign-in if the session has expired. */
  #waitForUser(): Promise<SignedInUser> {
    const state = this.#state
    if (state.kind === 'signed-out') return Promise.reject(new SignedOutError('signed out'))
    if (state.kind === 'signed-in') return Promise.resolve(state.user)
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }))
  }

  #setUser(user: SignedInUser): void {
    // A new user must neither see the previous user's data nor send the previous user's requests.
    if (this.userId() !== user.userId) this.#forgetUser()
    this.#setState({ kind: 'signed-in', user })
    for (const { resolve } of this.#pending.splice(0)) resolve(user)
  }

  #forgetUser(): void {
    for (const { reject } of this.#pending.splice(0)) reject(new SignedOutError('signed out'))
    this.closeTestMode()
    if (this.#state.kind !== 'signed-out') this.#setState({ kind: 'signed-out', byUser: true })
  }

  #readStoredUser(): SignedInUser | undefined {
    const live = parse<SignedInUser>(this.#options.storage.getItem(SESSION_KEY))
    return live && this.#userOfTab(live)
  }

  /** Returns the test user if this tab is in test mode, otherwise the live user. */
  #userOfTab(live: SignedInUser): SignedInUser {
    const test = parse<TestMode>(this.#options.tabStorage.getItem(TEST_MODE_KEY))
    return test?.openedBy === live.userId ? { ...live, ...test } : live
  }

  #setState(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Returns `undefined` for absent or damaged data. */
function parse<T extends { userId: string }>(text: string | null): T | undefined {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<T>
    return typeof stored.userId === 'string' ? (stored as T) : undefined
  } catch {
    return undefined
  }
}
