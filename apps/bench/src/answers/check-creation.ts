import { isDeepStrictEqual } from 'node:util'
import { sampleWorkSchedule } from '@partner-accounts/core'
import type { Bench } from '../bench.ts'
import { post } from '../operations.ts'
import { accountBody } from '../seed/account-body.ts'
import type { SeededPartner } from '../seed/seed-partners.ts'
import { ask } from './probe.ts'
import { storedAccount } from './stored-account.ts'

/**
 * Creates an account, and looks at all that is stored of it, not at the answer alone: whoever leaves a row out is
 * faster for it.
 *
 * @returns what is wrong; undefined when nothing is
 */
export async function checkCreation(
  { pool }: Bench,
  baseUrl: string,
  { id: partnerId, userId, authorization }: SeededPartner,
): Promise<string | undefined> {
  const body = accountBody()
  const request = post('/partner-accounts', body, { authorization })
  const before = await accountCount(pool, partnerId)
  const { status, body: created } = await ask(baseUrl, request)
  const { _id: id, api_token: apiToken, secret } = created as Record<string, string>
  if (status !== 200 || !id) return `a creation: ${status}`

  const due = { ...expectedRecord(body), number: before + 1, actor: userId }
  const stored = await storedAccount(pool, id)
  if (!isDeepStrictEqual(stored, due)) return `a creation: stored ${JSON.stringify(stored)}, due ${JSON.stringify(due)}`

  const headers = { authorization, 'x-secret': secret ?? '' }
  const { body: detail } = await ask(baseUrl, { method: 'GET', path: `/partner-accounts/${id}`, headers })
  if ((detail as Record<string, string>)['api_token'] !== apiToken) return 'a creation: its secret opens no token'

  const again = await ask(baseUrl, request)
  const { _code: code } = again.body as { _code?: number }
  return again.status === 422 && code === 88 ? undefined : `an e-mail that is taken: ${again.status}, code ${code}`
}

async function accountCount(pool: Bench['pool'], partnerId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT account_count AS count FROM partners WHERE id = $1', [
    partnerId,
  ])
  return rows[0]?.count ?? 0
}

function expectedRecord({ company_doc: { address, ...company }, ...body }: ReturnType<typeof accountBody>) {
  const { name, days } = sampleWorkSchedule()
  return {
    administrator: { full_name: body.full_name, email: body.email, mobile_phone: body.mobile_phone },
    employer: { ...company, cpf: null },
    unit: { name: company.trade_name, ...address },
    schedule: { name, days },
    subscription: { status: 'pending', employees: body.employees_quantity, face_ids: 0, coupon_id: null },
    audited: 'account.created',
  }
}
