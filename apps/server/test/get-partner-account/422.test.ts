import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from '../expected-errors.ts'
import { type PartnerClient, sharedService, signedInPartner, type TestService } from '../harness.ts'
import { sendRaw } from '../raw-http.ts'

describe('GET /partner-accounts/{account_id} returns 422 with code 113', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  // They are sent unchanged in the request line. `fetch` would encode or normalize some of them.
  const identifiers = {
    'a CNPJ with punctuation, its slash encoded': '12.ABC.345%2F01DE-35',
    'a CNPJ with punctuation': '12.ABC.345/01DE-35',
    'a CNPJ with punctuation, and a trailing slash': '12.ABC.345/01DE-35/',
    'a path below an account': '65f04c1e9b2d3a7f80c1e5a2/employees',
    'an empty segment before an id': '/65f04c1e9b2d3a7f80c1e5a2',
    'a path to the parent': '../nowhere',
    '100 segments': 'a/'.repeat(100),
    'a CPF with punctuation': '529.982.247-25',
    'a CNPJ whose check digits are letters': '12ABC34501DEAB',
    'a CPF with a letter': '5299822472A',
    '10 digits': '5299822472',
    '12 digits': '529982247250',
    '13 characters': '12ABC34501DE3',
    '15 characters': '12ABC34501DE355',
    '23 hexadecimal characters': '65f04c1e9b2d3a7f80c1e5a',
    '25 hexadecimal characters': '65f04c1e9b2d3a7f80c1e5a22',
    '24 characters, one not hexadecimal': '65f04c1e9b2d3a7f80c1e5ag',
    'a word': 'me',
    'a UUID': '01890a5d-ac96-774b-bcce-b302099a8057',
    'digits of another script': '%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1',
    'white space': '%20',
    'a CPF and a space': '52998224725%20',
    'a CPF and a line feed': '52998224725%0A',
    'a CPF and U+0000': '52998224725%00',
    'an empty segment': '/',
    'a slash': '%2F',
    'an encoded path': '..%2F..%2Ftokens',
    SQL: "'%20OR%201=1--",
    'half a character': '%C3',
    'a broken percent sign': '%ZZ',
    'a percent sign': '%',
    'a CPF and a broken percent sign': '52998224725%',
    '3,000 characters': 'a'.repeat(3000),
    '3,000 encoded characters': '%41'.repeat(3000),
    '3,000 broken percent signs': '%'.repeat(3000),
    '3,000 slashes': '%2f'.repeat(3000),
  }
  it.each(Object.entries(identifiers))('for %s', async (_case, identifier) => {
    const response = await sendRaw(service, {
      method: 'GET',
      path: `/partners/v1/partner-accounts/${identifier}`,
      headers: ['authorization', `Bearer ${partner.token}`],
    })
    expect(outcome(response)).toEqual(ERRORS.invalidIdentifier)
  })

  it('with a ui_message in the language of Accept-Language', async () => {
    const response = await partner.get('/partner-accounts/me', { 'accept-language': 'en' })
    const english = 'Invalid identifier. Enter an account id, a CNPJ or a CPF, without punctuation.'
    expect(outcome(response)).toEqual(withUiMessage(ERRORS.invalidIdentifier, english))
  })
})
