import { isDeepStrictEqual } from 'node:util'
import { sampleWorkSchedule } from '@partner-accounts/core'
import type { Bench } from '../bench.ts'
import { post } from '../operations.ts'
import { accountBody } from '../seed/account-body.ts'
import type { SeededPartner } from '../seed/seed-partners.ts'
import { comparedTerms } from '../targets/compared-terms.ts'
import { send } from './probe.ts'
import { storedAccount } from './stored-account.ts'

/**
 * Creates an account, and verifies all stored rows, because a target that omits a row would be faster.
 *
 * @returns a description of the first error
 */
export async function checkCreation(
  { pool }: Bench,
  baseUrl: string,
  { id: partnerId, userId, authorization }: SeededPartner,
): Promise<string | undefined> {
  const body = accountBody()
  const request = post('/partner-accounts', body, { authorization })
  const before = await accountCount(pool, partnerId)
  const { status, body: created } = await send(baseUrl, request)
  const { _id: id, api_token: apiToken, secret } = created as Record<string, string>
  if (status !== 200 || !id) return `a creation: ${status}`

  const expected = { ...expectedRecord(body, before + 1), actor: userId }
  const stored = await storedAccount(pool, id)
  if (!isDeepStrictEqual(stored, expected)) {
    return `a creation: stored ${JSON.stringify(stored)}, expected ${JSON.stringify(expected)}`
  }

  const headers = { authorization, 'x-secret': secret ?? '' }
  const { body: detail } = await send(baseUrl, { method: 'GET', path: `/partner-accounts/${id}`, headers })
  if ((detail as Record<string, string>)['api_token'] !== apiToken)
    return 'a creation: the secret does not reveal the token'

  const again = await send(baseUrl, request)
  const { _code: code } = again.body as { _code?: number }
  if (again.status !== 422 || code !== 88) return `a creation with a taken e-mail: ${again.status}, code ${code}`
  return undefined
}

async function accountCount(pool: Bench['pool'], partnerId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT account_count AS count FROM partners WHERE id = $1', [
    partnerId,
  ])
  return rows[0]?.count ?? 0
}

const DEFAULTS = {
  active_employees: 0,
  subscription_status: 'pending',
  administrator_activated: false,
  erased_at: null,
}

function expectedRecord(body: ReturnType<typeof accountBody>, number: number) {
  const { address, ...company } = body.company_doc
  const { full_name, email, mobile_phone } = body
  const { name, days } = sampleWorkSchedule()
  return {
    account: { number, ...company, cpf: null, full_name, email, mobile_phone, terms: comparedTerms(body), ...DEFAULTS },
    unit: { name: company.trade_name, ...address },
    schedule: { name, days },
    subscription: { status: 'pending', employees: body.employees_quantity, face_ids: 0, coupon_id: null },
    audited: 'account.created',
  }
}
