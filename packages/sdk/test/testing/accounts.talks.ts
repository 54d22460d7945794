import { randomUUID } from 'node:crypto'
import { accountBody } from './conversation.ts'
import { LIST, UNKNOWN, BAD_IDENTIFIER, type Talk, times } from './talk.ts'

const PAGING = [
  '', 'page=1', 'page=2', 'page=3', 'page=4', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=%32', 'page=+2',
  'page=02', 'page=2&page=3', 'page=99999999999999999999', 'max_results=3', 'max_results=3&page=2', 'max_results=7',
  'max_results=7&page=2', 'max_results=6&page=2', 'max_results=1&page=7', 'max_results=1&page=8', 'max_results=100',
  'max_results=101', 'max_results=1e2', 'max_results=0', 'max_results=99999999999999999999', 'max_results=%ZZ',
  'max_results[]=3', 'MAX_RESULTS=3', 'max_results=3&other=1', 'max_results=٣', '?page=2', 'page=9007199254740993',
] // prettier-ignore

const IDENTIFIERS: readonly [string, string][] = [
  [UNKNOWN, '404 56'], [UNKNOWN.toUpperCase(), '404 56'], [`${UNKNOWN}0`, '422 113'], [UNKNOWN.slice(1), '422 113'],
  ['00000000000000', '404 56'], ['zzzzzzzzzzzz00', '404 56'], ['ZZZZZZZZZZZZ0A', '422 113'], ['12345678901', '404 56'],
  ['1234567890', '422 113'], ['123456789012', '422 113'], ['123.456.789-01', '422 113'], ['%ZZ', '422 113'],
  ['%E2%82', '422 113'], ['a%2Fb', '422 113'], [`${'0'.repeat(24)}%0A`, '422 113'], ['é', '422 113'],
  ['%31%32345678901', '404 56'], ['1234567890١', '422 113'], [`${UNKNOWN}/`, '404 56'], ['x'.repeat(2_000), '422 113'],
] // prettier-ignore

/** Creating, reading and listing (4.2 to 4.4). */
export const ACCOUNT_TALKS: Readonly<Record<string, Talk>> = {
  'creates accounts and reads them by id, CNPJ and CPF, the most recent of a document': {
    outcomes: times(14, '200'),
    async run(talk) {
      const token = await talk.enter()
      const first = await talk.create(token)
      const person = { 'company_doc.cnpj': null, 'company_doc.cpf': '52998224725', 'company_doc.financial_email': null }
      const second = await talk.create(token, accountBody(person))
      await talk.create(token, { ...accountBody({ employees_quantity: 5_000 }), unknown: { field: 1 } })
      for (const { body } of [first, second]) {
        await talk.ask('GET', `${LIST}/${body._id}`, { token })
        await talk.ask('GET', `${LIST}/${body._id.toUpperCase()}`, { token })
        for (const secret of [body.secret, `${body.secret}x`]) {
          await talk.ask('GET', `${LIST}/${body._id}`, { token, headers: { 'x-secret': secret } })
        }
      }
      for (const name of ['12ABC34501DE35', '12abc34501de35', '52998224725']) {
        await talk.ask('GET', `${LIST}/${name}`, { token, headers: { 'x-secret': second.body.secret } })
      }
    },
  },

  'shows null for a revoked api_token to who has the secret': {
    outcomes: ['200', '200', '200'],
    async run(talk) {
      const token = await talk.enter()
      const { body } = await talk.create(token)
      await talk.subject.revokeApiToken(body._id)
      await talk.ask('GET', `${LIST}/${body._id}`, { token, headers: { 'x-secret': body.secret } })
      await talk.ask('GET', `${LIST}/${body._id}`, { token, headers: { 'x-secret': '' } })
    },
  },

  'tells identifiers that name nothing from those that are none': {
    outcomes: [...IDENTIFIERS.map(([, outcome]) => outcome), '422 113', '404 56'],
    async run(talk) {
      const token = await talk.enter()
      for (const [identifier] of IDENTIFIERS) await talk.ask('GET', `${LIST}/${identifier}`, { token })
      const english = { 'accept-language': 'en' }
      await talk.ask('GET', BAD_IDENTIFIER, { token, headers: english })
      await talk.ask('GET', `${LIST}/${UNKNOWN}`, { token, headers: english })
    },
  },

  'lists pages of the accounts, newest first, with defaults for what is no page': {
    outcomes: times(1 + 7 + PAGING.length, '200'),
    async run(talk) {
      const token = await talk.enter()
      await talk.ask('GET', LIST, { token })
      for (let number = 1; number <= 7; number++) {
        await talk.create(token, accountBody({ 'company_doc.name': `Padaria ${number}` }))
      }
      for (const query of PAGING) await talk.ask('GET', `${LIST}?${query}`, { token })
    },
  },

  'cuts pages at 100 accounts': {
    outcomes: times(3, '200'),
    async run(talk) {
      const token = await talk.enter()
      const createAside = (number: number) =>
        talk.askAside('POST', LIST, { token, body: accountBody({ 'company_doc.name': `Padaria ${number}` }) })
      for (let number = 1; number <= 101; number++) await createAside(number)
      for (const query of ['max_results=1000', 'max_results=100&page=2', 'page=5']) {
        await talk.ask('GET', `${LIST}?${query}`, { token })
      }
    },
  },

  "hides another partner's accounts, and tells that their e-mails are taken": {
    outcomes: ['200', '404 56', '404 56', '200', '422 88', '422 88', '200'],
    async run(talk) {
      const [own, others] = [await talk.enter(), await talk.enter()]
      const body = accountBody()
      const { _id, secret } = (await talk.create(own, body)).body
      await talk.ask('GET', `${LIST}/${_id}`, { token: others, headers: { 'x-secret': secret } })
      await talk.ask('GET', `${LIST}/12ABC34501DE35`, { token: others })
      await talk.ask('GET', LIST, { token: others })
      const again = { ...accountBody(), email: String(body['email']).toUpperCase() }
      await talk.create(others, again)
      await talk.create(own, again, { 'accept-language': 'en' })
      await talk.ask('GET', LIST, { token: own })
    },
  },

  'answers a repeated creation as it did before, and refuses its key to another': {
    outcomes: [...times(4, '200'), '422 Idempotency-Key', '422 Idempotency-Key', '422 88', '200', '200'],
    async run(talk) {
      const [own, others] = [await talk.enter(), await talk.enter()]
      const body = accountBody()
      const key = { 'idempotency-key': `order ${randomUUID()}` }
      await talk.create(own, body, key)
      await talk.create(own, body, key)
      // What the service does not look at makes no difference.
      await talk.create(own, { unknown: 1, ...Object.fromEntries(Object.entries(body).reverse()) }, key)
      await talk.create(own, { ...body, company_doc: { ...(body['company_doc'] as object), cpf: null } }, key)
      await talk.create(own, { ...body, employees_quantity: 13 }, key)
      await talk.create(own, { ...body, employees_quantity: 13 }, { ...key, 'accept-language': 'en' })
      await talk.create(others, body, key)
      await talk.create(others, accountBody(), key)
      await talk.ask('GET', LIST, { token: own })
    },
  },

  'takes idempotency keys of 1 to 255 characters, and keeps none of a creation that failed': {
    outcomes: ['422 Idempotency-Key', '422 Idempotency-Key', '200', '422 full_name', '422 88', '200'],
    async run(talk) {
      const token = await talk.enter()
      const used = accountBody()
      await talk.create(token, used, { 'idempotency-key': '' })
      await talk.create(token, used, { 'idempotency-key': 'x'.repeat(256), 'accept-language': 'en' })
      await talk.create(token, used, { 'idempotency-key': 'ÿ'.repeat(255) })
      await talk.create(token, accountBody({ full_name: '' }), { 'idempotency-key': '' })
      await talk.create(token, used, { 'idempotency-key': 'again' })
      await talk.create(token, accountBody(), { 'idempotency-key': 'again' })
    },
  },
}
