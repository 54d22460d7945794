import type { IncomingMessage } from 'node:http'
import { type AccountIdentifier, parseAccountIdentifier, revealApiToken } from '@partner-accounts/core'
import { unclosedAccountJson } from './account-json.ts'
import type { AccountQueries } from './account-queries.ts'
import type { Field, Row } from './baseline-pool.ts'
import { rejection } from './rejection.ts'
import type { User } from './user-access.ts'

export async function readAccount(
  { headers }: IncomingMessage,
  queries: AccountQueries,
  { partnerId }: User,
  text: string,
): Promise<string> {
  const { kind, value } = parseIdentifier(text)
  const row = await queries.find(partnerId, kind, value)
  if (!row) throw rejection.accountNotFound()

  const secret = headers['x-secret']
  const apiToken = typeof secret === 'string' ? reveal(row, secret) : undefined
  const tokenJson = apiToken === undefined ? '' : `,"api_token":${JSON.stringify(apiToken)}`
  return unclosedAccountJson(row, 0) + tokenJson + '}'
}

function parseIdentifier(text: string): AccountIdentifier {
  try {
    return parseAccountIdentifier(text)
  } catch {
    throw rejection.invalidIdentifier()
  }
}

/** The credentials follow the eight columns of the account. */
const CREDENTIALS_AT = 8

function reveal(row: Row, secret: string): string | null | undefined {
  const [secretHash = null, apiTokenHash = null, sealedApiToken = null] = row.slice(CREDENTIALS_AT).map(fromHex)
  return secretHash ? revealApiToken(row[0]!, { secretHash, apiTokenHash, sealedApiToken }, secret) : undefined
}

/** PostgreSQL writes bytes as `\x…`. */
const fromHex = (field: Field) => (field === null ? null : Buffer.from(field.slice(2), 'hex'))
