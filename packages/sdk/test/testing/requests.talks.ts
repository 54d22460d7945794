import { accountBody, type RequestOptions } from './conversation.ts'
import { LIST, UNKNOWN, NO_OBJECTS, type Talk, times } from './talk.ts'

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

/** What is wrong with a request, and in which words (part 7). */
export const REQUEST_TALKS: Readonly<Record<string, Talk>> = {
  'tells by 1405 that a body is no JSON, whatever its content type, and takes JSON whatever it is': {
    outcomes: [...times(2 * UNREADABLE.length + 1, '422 1405'), ...times(4, '401 1418')],
    async run(talk) {
      const token = await talk.enter()
      for (const path of ['/tokens', LIST]) {
        for (const body of UNREADABLE) await talk.ask('POST', path, { token, body })
      }
      await talk.ask('POST', LIST, { token, body: '{', headers: { 'accept-language': 'en' } })
      for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'no/such;;type']) {
        await talk.ask('POST', '/tokens', { body: '{}', headers: { 'content-type': type } })
      }
    },
  },

  'takes bodies of 64 KiB and no more': {
    outcomes: ['422 full_name', '413 413', '413 413', '413 413'],
    async run(talk) {
      const token = await talk.enter()
      const size = (length: number) => {
        const body = JSON.stringify(accountBody({ full_name: '' }))
        return body + ' '.repeat(length - Buffer.byteLength(body))
      }
      await talk.ask('POST', LIST, { token, body: size(64 * 1024) })
      await talk.ask('POST', LIST, { token, body: size(64 * 1024 + 1) })
      await talk.ask('POST', LIST, { token, body: 'x'.repeat(70_000), headers: { 'accept-language': 'en' } })
      await talk.ask('POST', '/tokens', { body: 'x'.repeat(70_000) })
    },
  },

  'tells invalid fields before an e-mail that is taken': {
    outcomes: ['200', '422 full_name', '422 88'],
    async run(talk) {
      const token = await talk.enter()
      const body = accountBody()
      await talk.create(token, body)
      await talk.create(token, { ...body, full_name: ' ' })
      await talk.create(token, body)
    },
  },

  'names every faulty field at once, in either language, and all required ones of what is no object': {
    outcomes: [
      ...times(NO_OBJECTS.length, ALL_REQUIRED),
      '422 16 fields',
      '422 16 fields',
      '422 company_doc',
      '422 company_doc.address',
    ],
    async run(talk) {
      const token = await talk.enter()
      for (const body of NO_OBJECTS) await talk.ask('POST', LIST, { token, body })
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
      await talk.create(token, wrong)
      await talk.create(token, wrong, { 'accept-language': 'en' })
      await talk.create(token, accountBody({ company_doc: [] }))
      await talk.create(token, accountBody({ 'company_doc.address': 'x' }))
    },
  },

  'speaks the language that is asked for': {
    outcomes: times(LANGUAGES.length, ALL_REQUIRED),
    async run(talk) {
      const token = await talk.enter()
      for (const language of LANGUAGES) await talk.create(token, {}, { 'accept-language': language })
    },
  },

  'has nothing at other paths, and takes at each path what it says in Allow': {
    outcomes: [
      ...times(7, '404 404'), ...times(4, '405 405'), '405', ...times(3, '204'), '200', '401', '404', '405 405', '401 1418',
    ], // prettier-ignore
    async run(talk) {
      const token = await talk.enter()
      const one = `${LIST}/${UNKNOWN}`
      const english = { token, headers: { 'accept-language': 'en' } }
      const requests: [string, string, RequestOptions?][] = [
        ['GET', '/nowhere', { token }], ['POST', '/tokens/1', { token }], ['GET', `${one}/employees`, { token }],
        ['GET', '/partner-account', { token }], ['GET', '/Partner-Accounts', { token }], ['DELETE', '/nowhere'],
        ['GET', '/nowhere', english],
        ['GET', '/tokens', { token }], ['DELETE', `${LIST}?page=2`, { token }], ['PUT', one, { token }],
        ['PATCH', '/tokens/', english],
        ['HEAD', '/tokens'],
        ['OPTIONS', '/tokens'], ['OPTIONS', LIST], ['OPTIONS', one],
        ['HEAD', LIST, { token }], ['HEAD', LIST], ['HEAD', one, { token }], ['POST', one], ['POST', '/tokens/', { body: '{}' }],
      ] // prettier-ignore
      for (const [method, path, options] of requests) await talk.ask(method, path, options)
    },
  },

  'echoes a request id that can stand in a log line, and makes one instead of any other': {
    outcomes: times(9, '401 9'),
    async run(talk) {
      for (const id of ['a', '65f04c1e-9b2d.3a_7F', 'x'.repeat(64), 'x'.repeat(65), 'a b', 'a"b', '<a>', 'ÿ', '']) {
        await talk.ask('GET', LIST, { headers: { 'x-request-id': id } })
      }
    },
  },
}
