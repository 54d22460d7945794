/** The user who is signed in, and their token. */
export interface Session {
  userId: string
  email: string
  token: string
  /** By the clock of this browser. */
  expiresAt: number
}

interface TokenClaims {
  iat: number
  exp: number
  /** The portal user's id. */
  sub: string
}

export type SessionState =
  /** `byUser`: the user signed out, in this tab or another. False before the first sign-in. */
  | { kind: 'signed-out'; byUser: boolean }
  | { kind: 'signed-in'; session: Session }
  /** The token is invalid and the password unknown: the user has to type it. */
  | { kind: 'expired'; email: string; userId: string }

/** Thrown by requests that waited for the user to sign in again, when the user signs out instead. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError'
}

/** Exchanges credentials for a token. */
export type RequestToken = (email: string, password: string) => Promise<string>

export interface SessionKeeperOptions {
  requestToken: RequestToken
  /** Whether an error means that the credentials are invalid, rather than that the service did not respond. */
  isRejection: (error: unknown) => boolean
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const KEY = 'partner-accounts.session'
const RENEWAL_MARGIN_MS = 60_000
const RETRY_INTERVAL_MS = 10_000
/** Longer delays overflow a browser's timer, which would then fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Keeps the session of this tab and renews its token before it expires. Renewal requires the password, which stays in
 * memory only: after a reload, the token is used until it expires, and the user then types the password again.
 */
export class SessionKeeper {
  readonly #options: SessionKeeperOptions
  readonly #listeners = new Set<() => void>()
  #state: SessionState = { kind: 'signed-out', byUser: false }
  #isAdopted = false
  #password: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewal: Promise<void> | undefined
  #pending: { resolve: (token: string) => void; reject: (error: Error) => void }[] = []

  constructor(options: SessionKeeperOptions) {
    this.#options = options
    const stored = readSession(options.storage.getItem(KEY))
    if (stored) this.#use(stored)
  }

  readonly state = (): SessionState => this.#state

  /** The id of the signed-in user, also when the session has expired. */
  userId(): string | undefined {
    switch (this.#state.kind) {
      case 'signed-out':
        return undefined
      case 'signed-in':
        return this.#state.session.userId
      case 'expired':
        return this.#state.userId
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over the session of another tab, unless this one belongs to somebody else or lasts longer. */
  adopt(session: Session): void {
    const userId = this.userId()
    if (userId !== undefined && userId !== session.userId) return
    if (this.#state.kind === 'signed-in' && this.#state.session.expiresAt >= session.expiresAt) return
    this.#isAdopted = true
    this.#use(session)
    for (const { resolve } of this.#pending.splice(0)) resolve(session.token)
  }

  /** Whether the session came from another tab. */
  isAdopted(): boolean {
    return this.#isAdopted
  }

  async signIn(email: string, password: string): Promise<void> {
    const token = await this.#options.requestToken(email, password)
    this.#password = password
    const { sub, iat, exp } = claimsOf(token)
    this.#isAdopted = false
    // The lifetime does not depend on this browser's clock.
    this.#use({ userId: sub, email, token, expiresAt: Date.now() + (exp - iat) * 1000 })
    for (const { resolve } of this.#pending.splice(0)) resolve(token)
  }

  readonly signOut = (): void => {
    clearTimeout(this.#timer)
    this.#password = undefined
    this.#options.storage.removeItem(KEY)
    this.#become({ kind: 'signed-out', byUser: true })
    for (const { reject } of this.#pending.splice(0)) reject(new SignedOutError('signed out'))
  }

  /**
   * Returns a new token in place of a rejected one. Waits until the user has signed in again, if necessary.
   *
   * @throws SignedOutError
   */
  async replace(rejected: string): Promise<string> {
    if (this.#state.kind === 'signed-in' && this.#state.session.token !== rejected) return this.#state.session.token
    if (this.#state.kind === 'signed-out') throw new SignedOutError('signed out')
    if (this.#state.kind === 'signed-in') await this.#renew().catch(() => this.#expire())
    return this.#state.kind === 'signed-in'
      ? this.#state.session.token
      : new Promise((resolve, reject) => this.#pending.push({ resolve, reject }))
  }

  #use(session: Session): void {
    this.#options.storage.setItem(KEY, JSON.stringify(session))
    this.#become({ kind: 'signed-in', session })
    const left = session.expiresAt - Date.now()
    const margin = this.#password === undefined ? 0 : Math.min(RENEWAL_MARGIN_MS, left / 5)
    this.#schedule(left - margin)
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#onTimer(), Math.min(Math.max(0, afterMs), MAX_TIMER_MS))
  }

  async #onTimer(): Promise<void> {
    if (this.#state.kind !== 'signed-in') return
    const left = this.#state.session.expiresAt - Date.now()
    if (left > RENEWAL_MARGIN_MS && this.#password === undefined) return this.#schedule(left)
    await this.#renew().catch((error: unknown) => {
      const isStillValid = left > 0 && !this.#options.isRejection(error)
      if (isStillValid) this.#schedule(Math.min(left, RETRY_INTERVAL_MS))
      else this.#expire()
    })
  }

  /** Runs one renewal at a time, however many requests ask for it. */
  #renew(): Promise<void> {
    this.#renewal ??= this.#signInAgain().finally(() => (this.#renewal = undefined))
    return this.#renewal
  }

  async #signInAgain(): Promise<void> {
    if (this.#state.kind !== 'signed-in' || this.#password === undefined) throw new SignedOutError('no password')
    await this.signIn(this.#state.session.email, this.#password)
  }

  #expire(): void {
    if (this.#state.kind !== 'signed-in') return
    clearTimeout(this.#timer)
    this.#password = undefined
    this.#options.storage.removeItem(KEY)
    const { email, userId } = this.#state.session
    this.#become({ kind: 'expired', email, userId })
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function readSession(text: string | null): Session | undefined {
  if (text === null) return undefined
  const session = JSON.parse(text) as Session
  return session.expiresAt > Date.now() ? session : undefined
}

function claimsOf(token: string): TokenClaims {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as TokenClaims
}
