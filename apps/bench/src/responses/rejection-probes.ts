import { type PlainRequest, post } from '../operations.ts'
import { accountBody } from '../seed/account-body.ts'
import { accountId } from '../seed/seeded-account.ts'
import type { World } from '../seed/seed-world.ts'
import type { ApiResponse, Probe } from './probe.ts'

interface Envelope {
  _code?: number
  _error?: { code?: number; message?: unknown }
}

/** Returns what the rejections of all targets have in common. Their texts may differ. */
function rejectionOf({ status, body }: ApiResponse) {
  const { _code: code, _error: error } = body as Envelope
  const { message } = error ?? {}
  const fields = typeof message === 'object' && message !== null ? Object.keys(message).sort() : undefined
  return { status, statusInBody: error?.code, code, fields }
}

export function rejectionProbes({ reader, viewer, writers: [writer] }: World): Probe[] {
  const rejection = (status: number, code?: number, fields?: string[]) => ({
    status,
    statusInBody: status,
    code,
    fields,
  })
  const probe = (about: string, request: PlainRequest, expected: object): Probe => ({
    about,
    request,
    observe: rejectionOf,
    expected,
  })
  const get = (path: string, headers: Record<string, string>): PlainRequest => ({ method: 'GET', path, headers })
  const { authorization = '', email } = writer ?? {}
  const create = (body: unknown, sender = authorization) => post('/partner-accounts', body, { authorization: sender })
  const body = accountBody()
  const withoutEnd = authorization.slice(0, -4)
  return [
    probe('no token', get('/partner-accounts', {}), rejection(401, 9)),
    probe(
      'a token with a wrong signature',
      get('/partner-accounts', { authorization: `${withoutEnd}AAAA` }),
      rejection(401, 9),
    ),
    probe(
      "another partner's account",
      get(`/partner-accounts/${accountId(reader.id, 1)}`, { authorization }),
      rejection(404, 56),
    ),
    probe('a tax ID with punctuation', get('/partner-accounts/11.222.333', { authorization }), rejection(422, 113)),
    probe('a creation by a user without accounts:create', create(body, viewer.authorization), rejection(403, 666)),
    probe('a body that is not JSON', { ...create(body), body: '{' }, rejection(422, 1405)),
    probe(
      'an empty object',
      create({}),
      rejection(422, undefined, ['company_doc', 'email', 'employees_quantity', 'full_name', 'mobile_phone']),
    ),
    probe(
      'neither cpf nor cnpj',
      create({ ...body, company_doc: { ...body.company_doc, cnpj: null } }),
      rejection(422, undefined, ['company_doc.cnpj', 'company_doc.cpf']),
    ),
    probe(
      'invalid fields at every depth',
      create({
        ...body,
        employees_quantity: 5001,
        company_doc: { ...body.company_doc, trade_name: ' ', address: { ...body.company_doc.address, state: 'sp' } },
      }),
      rejection(422, undefined, ['company_doc.address.state', 'company_doc.trade_name', 'employees_quantity']),
    ),
    probe('a wrong password', post('/tokens', { email, password: 'wrong' }), rejection(401, 1418)),
  ]
}
