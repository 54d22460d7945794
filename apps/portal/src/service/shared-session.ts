import type { Session, SessionKeeper } from './session-keeper.ts'

type Message =
  /** A new tab has no session. */
  { kind: 'request' } | { kind: 'session'; session: Session } | { kind: 'signed-out'; userId: string }

const NAME = 'partner-accounts.session'
const RESPONSE_TIMEOUT_MS = 1000

/**
 * Shares the session between the tabs of a browser: a new tab takes it over from an open one, a renewal reaches all of
 * them, and signing out of one signs out of all. The password stays in the tab where it was typed.
 *
 * @returns once it is known whether another tab has a session
 */
export async function shareSession(keeper: SessionKeeper): Promise<void> {
  const channel = new BroadcastChannel(NAME)
  const post = (message: Message) => channel.postMessage(message)
  let last = keeper.state()
  keeper.subscribe(() => {
    const state = keeper.state()
    if (state.kind === 'signed-in' && !keeper.isAdopted()) post({ kind: 'session', session: state.session })
    if (state.kind === 'signed-out' && last.kind !== 'signed-out') {
      post({ kind: 'signed-out', userId: last.kind === 'signed-in' ? last.session.userId : last.userId })
    }
    last = state
  })
  const isLast = await isOnlyTab()
  await new Promise<void>((resolve) => {
    channel.onmessage = ({ data }) => {
      const message = data as Message
      if (message.kind === 'request') {
        const state = keeper.state()
        if (state.kind === 'signed-in') post({ kind: 'session', session: state.session })
      } else if (message.kind === 'session') {
        keeper.adopt(message.session)
        resolve()
      } else if (message.userId === keeper.userId()) keeper.signOut()
    }
    if (isLast || keeper.state().kind !== 'signed-out') return resolve()
    post({ kind: 'request' })
    setTimeout(resolve, RESPONSE_TIMEOUT_MS)
  })
}

/** Takes a lock that every tab shares, to learn whether another tab is open without waiting for a response. */
async function isOnlyTab(): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query()
    // Held until the tab is closed.
    void navigator.locks.request(NAME, { mode: 'shared' }, () => new Promise(() => undefined)).catch(() => undefined)
    return !held.some(({ name }) => name === NAME)
  } catch {
    // Without encryption, or with storage blocked, there are no locks.
    return true
  }
}
