import type {
  NewOperatorSession,
  NewSignInLink,
  Operator,
  OperatorSession,
  OperatorSessionStore,
} from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import {
  ADD_SIGN_IN_LINK,
  END_OPERATOR_SESSION,
  FIND_OPERATOR_SESSION,
  START_OPERATOR_SESSION,
  TAKE_SIGN_IN_LINK,
} from '../../sql/operator-session-statements.ts'

/** Stores operators' sessions in PostgreSQL. */
export class PostgresOperatorSessions implements OperatorSessionStore {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  async addLink(link: NewSignInLink): Promise<Date> {
    const [row] = await this.#statements.run(ADD_SIGN_IN_LINK, link)
    return row!.expires_at
  }

  async takeLink(tokenHash: Uint8Array): Promise<(Operator & { id: string }) | undefined> {
    const [row] = await this.#statements.run(TAKE_SIGN_IN_LINK, { tokenHash })
    return row
  }

  async start(session: NewOperatorSession): Promise<OperatorSession> {
    const [row] = await this.#statements.run(START_OPERATOR_SESSION, session)
    return row!
  }

  async find(id: string): Promise<OperatorSession | undefined> {
    const [row] = await this.#statements.run(FIND_OPERATOR_SESSION, { id })
    return row
  }

  async end(id: string): Promise<void> {
    await this.#statements.run(END_OPERATOR_SESSION, { id })
  }
}
