/** @typedef {import('./sample-call.d.ts').SampleCall} SampleCall */

const CREDENTIALS_FILE = 'credentials.json'
/** @type {[string, { prefix: string, variable: string }]} */
const AUTHORIZATION = ['Authorization', { prefix: 'Bearer ', variable: 'PARTNER_TOKEN' }]

/** @type {typeof import('./sample-call.d.ts').createCall} */
export function createCall(operation, settings) {
  const { baseUrl, values } = settings
  const value = (/** @type {string} */ name) => values[name] ?? ''
  /** @type {SampleCall} */
  const call = {
    operation,
    method: 'GET',
    url: `${baseUrl}/partner-accounts`,
    headers: [AUTHORIZATION],
    settings,
    note: '',
  }
  switch (operation) {
    case 'createToken': {
      const note = `${settings.credentialsNote} ${credentialsJson(settings)}`
      return { ...call, method: 'POST', url: `${baseUrl}/tokens`, headers: [], body: { file: CREDENTIALS_FILE }, note }
    }
    case 'createPartnerAccount': {
      const headers = [AUTHORIZATION, ...headerOf('Idempotency-Key', value)]
      return { ...call, method: 'POST', headers, body: { json: prettyJson(value('body')) } }
    }
    case 'listPartnerAccounts': {
      const query = ['max_results', 'page'].flatMap((name) => (value(name) ? [`${name}=${encode(value(name))}`] : []))
      return { ...call, url: `${call.url}${query.length > 0 ? `?${query.join('&')}` : ''}` }
    }
    case 'getPartnerAccount':
      return {
        ...call,
        url: `${call.url}/${encode(value('account_id'))}`,
        headers: [AUTHORIZATION, ['X-Secret', { prefix: '', variable: 'ACCOUNT_SECRET' }]],
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

/** No language has to escape the result. @param {string} text */
const encode = (text) => encodeURIComponent(text).replaceAll("'", '%27')

/** Returns text that is not JSON as it is. @param {string} text */
function prettyJson(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
