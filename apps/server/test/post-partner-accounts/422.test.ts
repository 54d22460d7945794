import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, invalidFields, outcome, ERRORS } from '../expected-errors.ts'
import { type PartnerClient, sharedService, signedInPartner } from '../harness.ts'
import { UNREADABLE_BODIES } from '../unreadable-bodies.ts'
import { changedBody, TEXTS } from './changed-body.ts'

const REQUIRED = 'Campo obrigatório.'
const NO_OBJECT = 'O corpo da requisição não é um objeto JSON.'
const ONE_TAX_ID = 'Informe o CPF ou o CNPJ, mas não ambos.'
const NOT_TEXT = 'Deve ser um texto.'
const BLANK = 'Não pode estar em branco.'
const NOT_STORABLE = 'Contém caracteres inválidos (U+0000 ou um substituto UTF-16 sem par).'
const EMPLOYEES = 'Deve estar entre 1 e 5000.'
const NOT_INTEGER = 'Deve ser um número inteiro.'
const EMAIL = 'Deve ser um e-mail válido.'
const PHONE = 'Deve ter de 10 a 15 dígitos, com DDD e sem pontuação.'
const CPF = 'Deve ter 11 dígitos, sem pontuação.'
const CNPJ = 'Deve ter 12 dígitos ou letras maiúsculas, seguidos de 2 dígitos verificadores, sem pontuação.'
const CEP = 'Deve ter 8 dígitos, sem pontuação.'
const STATE = 'Deve ser a sigla de uma UF, em letras maiúsculas.'

/** Zero-width characters, a soft hyphen, Hangul fillers, a blank Braille pattern, a variation selector, control characters. */
const INVISIBLE = ['\u200b\u2060\ufeff', '\u00ad', '\u3164\u115f\uffa0', '\u2800', '\ufe0f', '\u0001 \u0085']
const OPTIONAL_TEXTS = ['company_doc.address.complement']
const REQUIRED_FIELDS = [
  ...TEXTS.filter((name) => !OPTIONAL_TEXTS.includes(name)),
  'employees_quantity',
  'email',
  'mobile_phone',
  'company_doc',
  'company_doc.address',
  'company_doc.address.cep',
  'company_doc.address.state',
]
const ALL_REQUIRED = {
  full_name: [REQUIRED],
  employees_quantity: [REQUIRED],
  email: [REQUIRED],
  mobile_phone: [REQUIRED],
  company_doc: [REQUIRED],
}

describe('POST /partner-accounts returns 422, and stores nothing,', () => {
  let partner: PartnerClient
  beforeAll(async () => {
    partner = await signedInPartner(await sharedService())
  })
  afterEach(async () => {
    expect((await partner.get('/partner-accounts')).body._meta.total).toBe(0)
  })

  const post = (body: unknown, headers?: Record<string, string>) => partner.post('/partner-accounts', body, headers)
  const expectRejected = async (changes: Record<string, unknown>, fields: Record<string, string[]>) =>
    expect(outcome(await post(changedBody(changes)))).toEqual(invalidFields(fields))

  it.each(REQUIRED_FIELDS)('without %s, or with null in it', async (name) => {
    await expectRejected({ [name]: undefined }, { [name]: [REQUIRED] })
    await expectRejected({ [name]: null }, { [name]: [REQUIRED] })
  })

  it.each([...TEXTS, 'email', 'mobile_phone', 'company_doc.financial_email', 'company_doc.address.cep'])(
    'for %s that is not a string',
    async (name) => {
      for (const value of [1, true, ['text'], { text: 'text' }])
        await expectRejected({ [name]: value }, { [name]: [NOT_TEXT] })
    },
  )

  it.each(TEXTS)('for %s that is blank or that cannot be stored', async (name) => {
    // An empty text in an optional field counts as absent.
    const empty = OPTIONAL_TEXTS.includes(name) ? [] : ['']
    for (const value of [...empty, ' ', '\t\r\n', '\u00a0\u2003', ...INVISIBLE])
      await expectRejected({ [name]: value }, { [name]: [BLANK] })
    for (const value of ['a\0b', '\0', 'a\ud800', '\udc00a'])
      await expectRejected({ [name]: value }, { [name]: [NOT_STORABLE] })
  })

  const longTexts = TEXTS.filter((name) => name !== 'company_doc.address.street_number')
  it.each(longTexts)('for %s of more than 200 characters', async (name) => {
    for (const value of ['x'.repeat(201), '𝒜'.repeat(201), 'x'.repeat(60_000)])
      await expectRejected({ [name]: value }, { [name]: ['Deve ter no máximo 200 caracteres.'] })
  })

  it.each(['company_doc', 'company_doc.address'])('for %s that is not an object', async (name) => {
    for (const value of ['text', 1, true, [], [{}]])
      await expectRejected({ [name]: value }, { [name]: ['Deve ser um objeto.'] })
  })

  const invalid: [name: string, message: string, values: unknown[]][] = [
    ['company_doc.address.street_number', 'Deve ter no máximo 6 caracteres.', ['1234567', '12345 7']],
    ['employees_quantity', EMPLOYEES, [0, -1, 5001, 2 ** 31, Number.MAX_SAFE_INTEGER]],
    ['employees_quantity', NOT_INTEGER, ['10', '', true, 1.5, [10], {}]],
    [
      'email',
      EMAIL,
      [
        '',
        ' ',
        'maria',
        'maria@',
        'maria@estrela',
        '@estrela.example',
        'a b@c.example',
        'a@b@c.example',
        'a@b.example\n',
      ],
    ],
    [
      'email',
      EMAIL,
      ['a@b.example, c@d.example', 'Maria <a@b.example>', 'ã@b.example', 'a@b_c.example', 'a\0@b.example'],
    ],
    ['email', EMAIL, ['.maria@b.example', 'maria.@b.example', 'maria..silva@b.example']],
    ['email', 'Deve ter no máximo 254 caracteres.', [`${'x'.repeat(64)}@${'y.'.repeat(92)}example`]],
    ['company_doc.financial_email', EMAIL, [' ', 'financeiro', 'a@b.example\r\nBcc: c@d.example', '\ud800@b.example']],
    [
      'mobile_phone',
      PHONE,
      ['', '119876543', '1234567890123456', '(11) 98765-4321', '+5511987654321', '１１987654321'],
    ],
    ['company_doc.cnpj', CNPJ, [' ', '12abc34501de35', '12.ABC.345/01DE-35', '12ABC34501DEX5', '12ABC34501DE3', 'x']],
    ['company_doc.cnpj', CNPJ, ['12ABC34501DE355', '12ABC34501DE35\n', '12ABC34501DÉ35']],
    ['company_doc.address.cep', CEP, ['', '0131010', '013101000', '01310-100', '0131010A', '01310100\n']],
    ['company_doc.address.state', STATE, ['', 'sp', 'XX', 'São Paulo', ' SP', 1, ['SP'], {}]],
  ]
  it.each(invalid)('for an invalid %s: %s', async (name, message, values) => {
    for (const value of values) await expectRejected({ [name]: value }, { [name]: [message] })
  })

  it.each([' ', '529.982.247-25', '5299822472', '529982247255', '5299822472A', '52998224725\n'])(
    'for an invalid CPF: %j',
    async (cpf) => {
      await expectRejected({ 'company_doc.cnpj': undefined, 'company_doc.cpf': cpf }, { 'company_doc.cpf': [CPF] })
    },
  )

  it.each<[string, Record<string, unknown>]>([
    ['both cpf and cnpj', { 'company_doc.cpf': '52998224725' }],
    ['neither cpf nor cnpj', { 'company_doc.cnpj': undefined }],
    ['an empty text in both', { 'company_doc.cpf': '', 'company_doc.cnpj': '' }],
    ['null in both', { 'company_doc.cpf': null, 'company_doc.cnpj': null }],
  ])('for %s, with an error for each of them', async (_case, changes) => {
    await expectRejected(changes, { 'company_doc.cpf': [ONE_TAX_ID], 'company_doc.cnpj': [ONE_TAX_ID] })
  })

  it('for an object without any field', async () => {
    expect(outcome(await post('{}'))).toEqual(invalidFields(ALL_REQUIRED))
  })

  it.each([['[]'], ['[{}]'], ['"text"'], ['1'], ['null'], ['true'], [`${'['.repeat(32_000)}${']'.repeat(32_000)}`]])(
    'for JSON that is not an object, with that message on each required field: %.10s',
    async (body) => {
      const fields = Object.keys(ALL_REQUIRED).map((name) => [name, [REQUIRED, NO_OBJECT]])
      expect(outcome(await post(body))).toEqual(invalidFields(Object.fromEntries(fields)))
    },
  )

  it('for 5,000 nested objects in place of a string', async () => {
    const deep = '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)
    const body = JSON.stringify(changedBody({ full_name: 'deep' })).replace('"deep"', deep)
    expect(outcome(await post(body))).toEqual(invalidFields({ full_name: [NOT_TEXT] }))
  })

  const allFieldsInvalid = {
    full_name: ' ',
    employees_quantity: '12',
    email: 'maria',
    mobile_phone: '1',
    'company_doc.name': undefined,
    'company_doc.trade_name': 1,
    'company_doc.cpf': '1',
    'company_doc.financial_email': 'x',
    'company_doc.address': { cep: '1', street_number: '1234567', complement: ' ', state: 'sp', city: '\0' },
  }

  it('with all invalid fields together', async () => {
    await expectRejected(allFieldsInvalid, {
      full_name: [BLANK],
      employees_quantity: [NOT_INTEGER],
      email: [EMAIL],
      mobile_phone: [PHONE],
      'company_doc.name': [REQUIRED],
      'company_doc.trade_name': [NOT_TEXT],
      'company_doc.cpf': [CPF, ONE_TAX_ID],
      'company_doc.cnpj': [ONE_TAX_ID],
      'company_doc.financial_email': [EMAIL],
      'company_doc.address.cep': [CEP],
      'company_doc.address.street_name': [REQUIRED],
      'company_doc.address.street_number': ['Deve ter no máximo 6 caracteres.'],
      'company_doc.address.neighborhood': [REQUIRED],
      'company_doc.address.complement': [BLANK],
      'company_doc.address.state': [STATE],
      'company_doc.address.city': [NOT_STORABLE],
    })
  })

  it('with English messages for Accept-Language: en', async () => {
    const response = await post(changedBody(allFieldsInvalid), { 'accept-language': 'fr, en;q=0.9, pt-BR;q=0.1' })
    expect(outcome(response)).toEqual(
      invalidFields({
        full_name: ['Must not be blank.'],
        employees_quantity: ['Must be an integer.'],
        email: ['Must be a valid e-mail address.'],
        mobile_phone: ['Must have 10 to 15 digits, including the area code, without punctuation.'],
        'company_doc.name': ['This field is required.'],
        'company_doc.trade_name': ['Must be a string.'],
        'company_doc.cpf': ['Must have 11 digits, without punctuation.', 'Provide either cpf or cnpj, not both.'],
        'company_doc.cnpj': ['Provide either cpf or cnpj, not both.'],
        'company_doc.financial_email': ['Must be a valid e-mail address.'],
        'company_doc.address.cep': ['Must have 8 digits, without punctuation.'],
        'company_doc.address.street_name': ['This field is required.'],
        'company_doc.address.street_number': ['Must have at most 6 characters.'],
        'company_doc.address.neighborhood': ['This field is required.'],
        'company_doc.address.complement': ['Must not be blank.'],
        'company_doc.address.state': ['Must be a two-letter Brazilian state code (UF) in upper case.'],
        'company_doc.address.city': ['Contains invalid characters (U+0000 or an unpaired UTF-16 surrogate).'],
      }),
    )
  })

  it.each(Object.entries(UNREADABLE_BODIES))('with code 1405 for %s', async (_case, body) => {
    expect(outcome(await post(body))).toEqual(ERRORS.invalidJson)
  })

  it('with code 1405 and an English ui_message for Accept-Language: en', async () => {
    const response = await post('{', { 'accept-language': 'en' })
    expect(outcome(response)).toEqual(withUiMessage(ERRORS.invalidJson, 'The request is not valid JSON.'))
  })
})
