import type { OperatorSessionStore } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import {
  ADD_SIGN_IN_LINK,
  END_OPERATOR_SESSION,
  FIND_OPERATOR_SESSION,
  LOCK_LINK_CREATOR,
  START_OPERATOR_SESSION,
  TAKE_SIGN_IN_LINK,
} from '../../sql/operator-session-statements.ts'

/** Stores operators' sessions in PostgreSQL. */
export const createPostgresOperatorSessions = (run: RunStatement): OperatorSessionStore => ({
  async addLink(link) {
    const [row] = await run(ADD_SIGN_IN_LINK, link)
    return row!.expires_at
  },

  async takeLink(tokenHash) {
    await run(LOCK_LINK_CREATOR, { tokenHash })
    const [row] = await run(TAKE_SIGN_IN_LINK, { tokenHash })
    return row
  },

  async start(session) {
    const [row] = await run(START_OPERATOR_SESSION, session)
    return row!
  },

  async find(id) {
    const [row] = await run(FIND_OPERATOR_SESSION, { id })
    return row
  },

  async end(id) {
    await run(END_OPERATOR_SESSION, { id })
  },
})
