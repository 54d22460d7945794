import type { IncomingMessage } from 'node:http'
import { isStorableText } from '@partner-accounts/core'
import { verify } from '@node-rs/argon2'
import type { BaselinePool } from './baseline-pool.ts'
import { jsonBody } from './json-body.ts'
import { rejection } from './rejection.ts'
import type { Tokens } from './tokens.ts'

const STATEMENT = `
  SELECT u.id, u.partner_id, u.status, u.password_hash
  FROM portal_user_emails e JOIN portal_users u ON u.partner_id = e.partner_id AND u.id = e.user_id
  WHERE e.email_key = lower($1)`

/** Signs a user in. Unlike the service, does not count failed sign-ins. */
export async function signIn(request: IncomingMessage, pool: BaselinePool, tokens: Tokens): Promise<string> {
  const { email, password } = await jsonBody(request)
  const isComplete = typeof email === 'string' && typeof password === 'string' && email !== '' && password !== ''
  if (!isComplete || !isStorableText(email)) throw rejection.invalidCredentials()
  const [row] = await pool.query('sign in', STATEMENT, [email])
  const [userId, partnerId, status, passwordHash] = row ?? []
  if (status === 'invited') throw rejection.notActivated()
  if (status !== 'active' || !(await verify(passwordHash!, password))) throw rejection.invalidCredentials()
  return `{"token":"${tokens.issue({ userId: userId!, partnerId: partnerId! })}","_id":"${userId}"}`
}
