import { type PlainRequest, post } from '../operations.ts'
import { accountBody } from '../seed/account-body.ts'
import { accountId } from '../seed/seeded-account.ts'
import type { World } from '../seed/seed-world.ts'
import type { Answer, Probe } from './probe.ts'

interface Envelope {
  _code?: number
  _error?: { code?: number; message?: unknown }
}

/** The words are everyone's own: what counts is the status, the code, and which fields are faulty. */
function refused({ status, body }: Answer) {
  const { _code: code, _error: error } = body as Envelope
  const { message } = error ?? {}
  const fields = typeof message === 'object' && message !== null ? Object.keys(message).sort() : undefined
  return { status, inBody: error?.code, code, fields }
}

/** What has to be refused, and how (part 7). */
export function refusalProbes({ reader, viewer, writers: [writer] }: World): Probe[] {
  const due = (status: number, code?: number, fields?: string[]) => ({ status, inBody: status, code, fields })
  const probe = (about: string, request: PlainRequest, answer: object): Probe => ({
    ...{ about, request },
    seen: refused,
    due: answer,
  })
  const get = (path: string, headers: Record<string, string>): PlainRequest => ({ method: 'GET', path, headers })
  const { authorization = '', email } = writer ?? {}
  const create = (body: unknown, sender = authorization) => post('/partner-accounts', body, { authorization: sender })
  const body = accountBody()
  const cut = authorization.slice(0, -4)
  return [
    probe('no token', get('/partner-accounts', {}), due(401, 9)),
    probe('a token with a wrong signature', get('/partner-accounts', { authorization: `${cut}AAAA` }), due(401, 9)),
    probe(
      "another partner's account",
      get(`/partner-accounts/${accountId(reader.id, 1)}`, { authorization }),
      due(404, 56),
    ),
    probe('a document with punctuation', get('/partner-accounts/11.222.333', { authorization }), due(422, 113)),
    probe('a creation by one who may only read', create(body, viewer.authorization), due(403, 666)),
    probe('a body that is no JSON', { ...create(body), body: '{' }, due(422, 1405)),
    probe(
      'an empty object',
      create({}),
      due(422, undefined, ['company_doc', 'email', 'employees_quantity', 'full_name', 'mobile_phone']),
    ),
    probe(
      'neither cpf nor cnpj',
      create({ ...body, company_doc: { ...body.company_doc, cnpj: null } }),
      due(422, undefined, ['company_doc.cnpj', 'company_doc.cpf']),
    ),
    probe(
      'faulty fields at every depth',
      create({
        ...body,
        employees_quantity: 5001,
        company_doc: { ...body.company_doc, trade_name: ' ', address: { ...body.company_doc.address, state: 'sp' } },
      }),
      due(422, undefined, ['company_doc.address.state', 'company_doc.trade_name', 'employees_quantity']),
    ),
    probe('a wrong password', post('/tokens', { email, password: 'wrong' }), due(401, 1418)),
  ]
}
