import type { IncomingMessage } from 'node:http'
import { createIdGenerator, issueCredentials, sampleWorkSchedule } from '@partner-accounts/core'
import { DatabaseError } from 'pg'
import { ACCOUNT_FIELDS, findBodyErrors } from '@partner-accounts/rules'
import { comparedTerms } from '../compared-terms.ts'
import type { AccountQueries } from './account-queries.ts'
import { jsonBody } from './json-body.ts'
import { rejection } from './rejection.ts'
import type { User } from './user-access.ts'

interface PostBody {
  full_name: string
  employees_quantity: number
  email: string
  mobile_phone: string
  company_doc: Record<'name' | 'trade_name', string> &
    Record<'cpf' | 'cnpj' | 'financial_email', string | null | undefined> & {
      address: Record<string, string | null | undefined>
    }
}

const newId = createIdGenerator()
const schedule = sampleWorkSchedule()
const scheduleDays = JSON.stringify(schedule.days)

export async function createAccount(request: IncomingMessage, queries: AccountQueries, user: User): Promise<string> {
  const fields = await jsonBody(request)
  const invalidFields = [...findBodyErrors(ACCOUNT_FIELDS, fields).keys()]
  if (invalidFields.length > 0) throw rejection.fields(invalidFields)

  const id = newId()
  const { apiToken, secret, stored } = issueCredentials(id)
  const { secretHash, apiTokenHash, sealedApiToken } = stored
  const body = fields as unknown as PostBody
  const values = [
    user.partnerId,
    id,
    secretHash,
    apiTokenHash,
    sealedApiToken,
    ...companyValues(body),
    ...administratorValues(body),
  ]
  try {
    const auditEntryId = newId()
    await queries.create([...values, ...otherRowValues(body), auditEntryId, user.userId, comparedTerms(body)])
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'administrators_email_key') throw rejection.emailTaken()
    throw error
  }
  return `{"_id":"${id}","api_token":"${apiToken}","secret":"${secret}"}`
}

const companyValues = ({ company_doc: doc }: PostBody) => [
  doc.name,
  doc.trade_name,
  doc.cpf ?? null,
  doc.cnpj ?? null,
  doc.financial_email ?? null,
]

const administratorValues = ({ full_name, email, mobile_phone }: PostBody) => [full_name, email, mobile_phone]

/** The values of the unit, the work schedule and the subscription. */
const otherRowValues = ({ company_doc: { address }, employees_quantity }: PostBody) => [
  newId(),
  address['cep'],
  address['street_name'],
  address['street_number'],
  address['neighborhood'],
  address['complement'] ?? null,
  address['state'],
  address['city'],
  newId(),
  schedule.name,
  scheduleDays,
  newId(),
  employees_quantity,
]
