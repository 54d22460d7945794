import { accountBody, type RequestOptions } from './recorder.ts'
import { LIST, UNKNOWN_ID, BODIES_WITHOUT_FIELDS, type Scenario, times } from './scenario.ts'

const UNREADABLE: readonly (string | Uint8Array)[] = [
  '',
  ' \r\n\t',
  'email=a%40b.example',
  '{"email":"a@b.example"',
  '{"a":1,}',
  "{'a':1}",
  '{}{}',
  '{"n":NaN}',
  '['.repeat(60_000),
  Buffer.from('{"email":"\xff"}', 'latin1'),
  Buffer.from([0x22, 0xe2, 0x82]),
  Buffer.from('\ufeff{}', 'utf16le'),
]

const ALL_REQUIRED = '422 full_name,employees_quantity,email,mobile_phone,company_doc'

const LANGUAGES = [
  'en', 'EN-us', 'pt', 'pt-PT', 'fr', '*', '', 'fr, en;q=0.9, pt-BR;q=0.1', 'en;q=0.1, pt;q=0.2', 'en;q=0', 'en;q=x',
  'en;q=2, pt;q=0.1', ';q=1', 'en-GB;level=1;q=0.5', 'english',
] // prettier-ignore

/** Errors of invalid requests, in both languages (part 7). */
export const REQUEST_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST returns 422/1405 for a body other than JSON, and accepts JSON with any content type': {
    outcomes: [...times(2 * UNREADABLE.length + 1, '422 1405'), ...times(4, '401 1418')],
    async run(recorder) {
      const token = await recorder.newToken()
      for (const path of ['/tokens', LIST]) {
        for (const body of UNREADABLE) await recorder.send('POST', path, { token, body })
      }
      await recorder.send('POST', LIST, { token, body: '{', headers: { 'accept-language': 'en' } })
      for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'no/such;;type']) {
        await recorder.send('POST', '/tokens', { body: '{}', headers: { 'content-type': type } })
      }
    },
  },

  'POST accepts bodies of 64 KiB and returns 413 for larger bodies': {
    outcomes: ['422 full_name', '413 413', '413 413', '413 413'],
    async run(recorder) {
      const token = await recorder.newToken()
      const bodyOf = (bytes: number) => {
        const body = JSON.stringify(accountBody({ full_name: '' }))
        return body + ' '.repeat(bytes - Buffer.byteLength(body))
      }
      await recorder.send('POST', LIST, { token, body: bodyOf(64 * 1024) })
      await recorder.send('POST', LIST, { token, body: bodyOf(64 * 1024 + 1) })
      await recorder.send('POST', LIST, { token, body: 'x'.repeat(70_000), headers: { 'accept-language': 'en' } })
      await recorder.send('POST', '/tokens', { body: 'x'.repeat(70_000) })
    },
  },

  'POST reports invalid fields rather than an e-mail that is taken': {
    outcomes: ['200', '422 full_name', '422 88'],
    async run(recorder) {
      const token = await recorder.newToken()
      const body = accountBody()
      await recorder.create(token, body)
      await recorder.create(token, { ...body, full_name: ' ' })
      await recorder.create(token, body)
    },
  },

  'POST reports all invalid fields together, in both languages, and all required fields for JSON other than an object':
    {
      outcomes: [
        ...times(BODIES_WITHOUT_FIELDS.length, ALL_REQUIRED),
        '422 15 fields',
        '422 15 fields',
        '422 company_doc',
        '422 company_doc.address',
      ],
      async run(recorder) {
        const token = await recorder.newToken()
        for (const body of BODIES_WITHOUT_FIELDS) await recorder.send('POST', LIST, { token, body })
        const wrong = accountBody({
          full_name: ' ',
          employees_quantity: '12',
          email: 'maria',
          mobile_phone: '1',
          'company_doc.name': undefined,
          'company_doc.trade_name': 1,
          'company_doc.cpf': '1',
          'company_doc.financial_email': 'x',
          'company_doc.address': { cep: '1', street_number: '1234567', complement: '', state: 'sp', city: '\0' },
        })
        await recorder.create(token, wrong)
        await recorder.create(token, wrong, { 'accept-language': 'en' })
        await recorder.create(token, accountBody({ company_doc: [] }))
        await recorder.create(token, accountBody({ 'company_doc.address': 'x' }))
      },
    },

  'errors are in the language of Accept-Language': {
    outcomes: times(LANGUAGES.length, ALL_REQUIRED),
    async run(recorder) {
      const token = await recorder.newToken()
      for (const language of LANGUAGES) await recorder.create(token, {}, { 'accept-language': language })
    },
  },

  'unknown paths return 404, other methods return 405 or 204 with Allow': {
    outcomes: [
      ...times(9, '404 404'), ...times(4, '405 405'), '405', ...times(3, '204'), '200', '401', '404', '405 405', '401 1418',
    ], // prettier-ignore
    async run(recorder) {
      const token = await recorder.newToken()
      const account = `${LIST}/${UNKNOWN_ID}`
      const english = { token, headers: { 'accept-language': 'en' } }
      const requests: [string, string, RequestOptions?][] = [
        ['GET', '/nowhere', { token }], ['POST', '/tokens/1', { token }], ['GET', `${LIST}/`, { token }], ['DELETE', `${LIST}/`],
        ['POST', `${LIST}/?page=1`, { token, body: accountBody() }],
        ['GET', '/partner-account', { token }], ['GET', '/Partner-Accounts', { token }], ['DELETE', '/nowhere'],
        ['GET', '/nowhere', english],
        ['GET', '/tokens', { token }], ['DELETE', `${LIST}?page=2`, { token }], ['PUT', account, { token }],
        ['PATCH', '/tokens/', english],
        ['HEAD', '/tokens'],
        ['OPTIONS', '/tokens'], ['OPTIONS', LIST], ['OPTIONS', account],
        ['HEAD', LIST, { token }], ['HEAD', LIST], ['HEAD', account, { token }], ['POST', account], ['POST', '/tokens/', { body: '{}' }],
      ] // prettier-ignore
      for (const [method, path, options] of requests) await recorder.send(method, path, options)
    },
  },

  'a request id that is safe in a log line is echoed, any other is replaced': {
    outcomes: times(9, '401 9'),
    async run(recorder) {
      for (const id of ['a', '65f04c1e-9b2d.3a_7F', 'x'.repeat(64), 'x'.repeat(65), 'a b', 'a"b', '<a>', 'ÿ', '']) {
        await recorder.send('GET', LIST, { headers: { 'x-request-id': id } })
      }
    },
  },
}
