/** @typedef {import('./sample-call.d.ts').SampleCall} SampleCall */

const CREDENTIALS_FILE = 'credentials.json'
/** @type {[string, { prefix: string, variable: string }]} */
const AUTHORIZATION = ['Authorization', { prefix: 'Bearer ', variable: 'PARTNER_TOKEN' }]

/** @type {typeof import('./sample-call.d.ts').createCall} */
export function createCall(operation, settings) {
  const { baseUrl, values } = settings
  const value = (/** @type {string} */ name) => values[name] ?? ''
  const mode = headerOf('X-Mode', value)
  /** @type {SampleCall} */
  const call = {
    operation,
    method: 'GET',
    url: `${baseUrl}/partner-accounts`,
    headers: [AUTHORIZATION, ...mode],
    settings,
    note: '',
  }
  switch (operation) {
    case 'createToken': {
      const note = `${settings.credentialsNote} ${credentialsJson(settings)}`
      return {
        ...call,
        method: 'POST',
        url: `${baseUrl}/tokens`,
        headers: mode,
        body: { file: CREDENTIALS_FILE },
        note,
      }
    }
    case 'createPartnerAccount': {
      const headers = [...call.headers, ...headerOf('Idempotency-Key', value)]
      return { ...call, method: 'POST', headers, body: { json: prettyJson(value('body')) } }
    }
    case 'listPartnerAccounts':
      return { ...call, url: `${call.url}${queryOf(['max_results', 'page'], value)}` }
    case 'listEvents': {
      const query = queryOf(['after', 'types', 'account_id', 'max_results'], value)
      return { ...call, url: `${baseUrl}/events${query}` }
    }
    case 'getPartnerAccount': {
      const account_id = value('account_id') || settings.taxId
      return {
        ...call,
        url: `${call.url}/${encode(account_id)}`,
        headers: [...call.headers, ['X-Secret', { prefix: '', variable: 'ACCOUNT_SECRET' }]],
        settings: { ...settings, values: { ...values, account_id } },
      }
    }
  }
}

/**
 * Returns the credentials with a placeholder for the password.
 *
 * @param {import('./sample-call.d.ts').SampleValues} settings
 */
export const credentialsJson = ({ values, password }) =>
  `{"email": ${JSON.stringify(values.email)}, "password": "${password}"}`

/**
 * @param {string} name
 * @param {(name: string) => string} value
 * @returns {[string, string][]}
 */
const headerOf = (name, value) => (value(name) ? [[name, value(name)]] : [])

/**
 * @param {string[]} names
 * @param {(name: string) => string} value
 */
function queryOf(names, value) {
  const given = names.filter((name) => value(name) !== '')
  const pairs = given.map((name) => `${name}=${encode(value(name))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Encodes quotes, too, so that samples need not escape the result. @param {string} text */
const encode = (text) => encodeURIComponent(text).replaceAll("'", '%27')

/** Formats JSON, and returns any other text unchanged. @param {string} text */
function prettyJson(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
