import { randomUUID } from 'node:crypto'
import { accountBody } from './recorder.ts'
import { LIST, UNKNOWN_ID, INVALID_ID_PATH, type Scenario, times } from './scenario.ts'

const PAGING = [
  '', 'page=1', 'page=2', 'page=3', 'page=4', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=%32', 'page=+2',
  'page=02', 'page=2&page=3', 'page=99999999999999999999', 'max_results=3', 'max_results=3&page=2', 'max_results=7',
  'max_results=7&page=2', 'max_results=6&page=2', 'max_results=1&page=7', 'max_results=1&page=8', 'max_results=100',
  'max_results=101', 'max_results=1e2', 'max_results=0', 'max_results=99999999999999999999', 'max_results=%ZZ',
  'max_results[]=3', 'MAX_RESULTS=3', 'max_results=3&other=1', 'max_results=٣', '?page=2', 'page=9007199254740993',
] // prettier-ignore

const IDENTIFIERS: readonly [string, string][] = [
  [UNKNOWN_ID, '404 56'], [UNKNOWN_ID.toUpperCase(), '404 56'], [`${UNKNOWN_ID}0`, '422 113'], [UNKNOWN_ID.slice(1), '422 113'],
  ['00000000000000', '404 56'], ['zzzzzzzzzzzz00', '404 56'], ['ZZZZZZZZZZZZ0A', '422 113'], ['12345678901', '404 56'],
  ['1234567890', '422 113'], ['123456789012', '422 113'], ['123.456.789-01', '422 113'], ['%ZZ', '422 113'],
  ['%E2%82', '422 113'], ['a%2Fb', '422 113'], [`${'0'.repeat(24)}%0A`, '422 113'], ['é', '422 113'],
  ['%31%32345678901', '404 56'], ['1234567890١', '422 113'], [`${UNKNOWN_ID}/`, '404 56'], ['12.345.678/0001-95', '422 113'],
  [`${UNKNOWN_ID}/employees`, '422 113'], ['%2F', '422 113'], ['x'.repeat(2_000), '422 113'],
] // prettier-ignore

/** Creating, reading and listing (4.2 to 4.4). */
export const ACCOUNT_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST creates accounts, and GET returns an account by id, or the newest account with a CNPJ or CPF': {
    outcomes: times(14, '200'),
    async run(recorder) {
      const token = await recorder.newToken()
      const first = await recorder.create(token)
      const person = { 'company_doc.cnpj': null, 'company_doc.cpf': '52998224725', 'company_doc.financial_email': null }
      const second = await recorder.create(token, accountBody(person))
      await recorder.create(token, { ...accountBody({ employees_quantity: 5_000 }), unknown: { field: 1 } })
      for (const { body } of [first, second]) {
        await recorder.send('GET', `${LIST}/${body._id}`, { token })
        await recorder.send('GET', `${LIST}/${body._id.toUpperCase()}`, { token })
        for (const secret of [body.secret, `${body.secret}x`]) {
          await recorder.send('GET', `${LIST}/${body._id}`, { token, headers: { 'x-secret': secret } })
        }
      }
      for (const name of ['12ABC34501DE35', '12abc34501de35', '52998224725']) {
        await recorder.send('GET', `${LIST}/${name}`, { token, headers: { 'x-secret': second.body.secret } })
      }
    },
  },

  'GET with the secret returns null for a revoked api_token': {
    outcomes: ['200', '200', '200'],
    async run(recorder) {
      const token = await recorder.newToken()
      const { body } = await recorder.create(token)
      await recorder.service.revokeApiToken(body._id)
      await recorder.send('GET', `${LIST}/${body._id}`, { token, headers: { 'x-secret': body.secret } })
      await recorder.send('GET', `${LIST}/${body._id}`, { token, headers: { 'x-secret': '' } })
    },
  },

  'GET returns 404/56 for unknown identifiers and 422/113 for invalid identifiers': {
    outcomes: [...IDENTIFIERS.map(([, outcome]) => outcome), '422 113', '404 56'],
    async run(recorder) {
      const token = await recorder.newToken()
      for (const [identifier] of IDENTIFIERS) await recorder.send('GET', `${LIST}/${identifier}`, { token })
      const english = { 'accept-language': 'en' }
      await recorder.send('GET', INVALID_ID_PATH, { token, headers: english })
      await recorder.send('GET', `${LIST}/${UNKNOWN_ID}`, { token, headers: english })
    },
  },

  'GET lists accounts in pages, newest first, and replaces invalid paging parameters by the defaults': {
    outcomes: times(1 + 7 + PAGING.length, '200'),
    async run(recorder) {
      const token = await recorder.newToken()
      await recorder.send('GET', LIST, { token })
      for (let number = 1; number <= 7; number++) {
        await recorder.create(token, accountBody({ 'company_doc.name': `Padaria ${number}` }))
      }
      for (const query of PAGING) await recorder.send('GET', `${LIST}?${query}`, { token })
    },
  },

  'GET returns at most 100 accounts per page': {
    outcomes: times(3, '200'),
    async run(recorder) {
      const token = await recorder.newToken()
      const createUnrecorded = (number: number) =>
        recorder.sendUnrecorded('POST', LIST, { token, body: accountBody({ 'company_doc.name': `Padaria ${number}` }) })
      for (let number = 1; number <= 101; number++) await createUnrecorded(number)
      for (const query of ['max_results=1000', 'max_results=100&page=2', 'page=5']) {
        await recorder.send('GET', `${LIST}?${query}`, { token })
      }
    },
  },

  "another partner's accounts are invisible, but POST returns 422/88 for their e-mails": {
    outcomes: ['200', '404 56', '404 56', '200', '422 88', '422 88', '200'],
    async run(recorder) {
      const own = await recorder.newToken()
      const others = await recorder.newToken()
      const body = accountBody()
      const { _id, secret } = (await recorder.create(own, body)).body
      await recorder.send('GET', `${LIST}/${_id}`, { token: others, headers: { 'x-secret': secret } })
      await recorder.send('GET', `${LIST}/12ABC34501DE35`, { token: others })
      await recorder.send('GET', LIST, { token: others })
      const sameEmail = { ...accountBody(), email: String(body['email']).toUpperCase() }
      await recorder.create(others, sameEmail)
      await recorder.create(own, sameEmail, { 'accept-language': 'en' })
      await recorder.send('GET', LIST, { token: own })
    },
  },

  'POST replays the response for the same idempotency key and body, and rejects the key with another body': {
    outcomes: [...times(4, '200'), '422 Idempotency-Key', '422 Idempotency-Key', '422 88', '200', '200'],
    async run(recorder) {
      const own = await recorder.newToken()
      const others = await recorder.newToken()
      const body = accountBody()
      const key = { 'idempotency-key': `order ${randomUUID()}` }
      await recorder.create(own, body, key)
      await recorder.create(own, body, key)
      // Unknown fields, null and the order of fields make no difference.
      await recorder.create(own, { unknown: 1, ...Object.fromEntries(Object.entries(body).reverse()) }, key)
      await recorder.create(own, { ...body, company_doc: { ...(body['company_doc'] as object), cpf: null } }, key)
      await recorder.create(own, { ...body, employees_quantity: 13 }, key)
      await recorder.create(own, { ...body, employees_quantity: 13 }, { ...key, 'accept-language': 'en' })
      await recorder.create(others, body, key)
      await recorder.create(others, accountBody(), key)
      await recorder.send('GET', LIST, { token: own })
    },
  },

  'POST accepts idempotency keys of 1 to 255 characters, and does not store the key of a failed creation': {
    outcomes: ['422 Idempotency-Key', '422 Idempotency-Key', '200', '422 full_name', '422 88', '200'],
    async run(recorder) {
      const token = await recorder.newToken()
      const used = accountBody()
      await recorder.create(token, used, { 'idempotency-key': '' })
      await recorder.create(token, used, { 'idempotency-key': 'x'.repeat(256), 'accept-language': 'en' })
      await recorder.create(token, used, { 'idempotency-key': 'ÿ'.repeat(255) })
      await recorder.create(token, accountBody({ full_name: '' }), { 'idempotency-key': '' })
      await recorder.create(token, used, { 'idempotency-key': 'again' })
      await recorder.create(token, accountBody(), { 'idempotency-key': 'again' })
    },
  },
}
