import { strToU8, zipSync } from 'fflate'
import type { ReferenceDocument } from '../document.ts'
import {
  type CollectionRequest,
  collectionRequests,
  type CollectionSettings,
  storesAccount,
  tokenEndCode,
} from './collection-request.ts'

const signInScript = (settings: CollectionSettings) => `
const isSignIn = req.getUrl().endsWith('/tokens')
if (!isSignIn && Date.now() > Number(bru.getVar('tokenEnd') || 0)) {
  try {
    const response = await bru.sendRequest({
      url: bru.getEnvVar('baseUrl') + '/tokens',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Mode': bru.getEnvVar('mode') },
      data: JSON.stringify({ email: bru.getEnvVar('email'), password: bru.getEnvVar('password') }),
    })
    const { token } = response.data
    bru.setVar('token', token)
    bru.setVar('tokenEnd', ${tokenEndCode(settings)})
  } catch (error) {
    console.error('Set email, password and mode in the environment Partner: ' + error.message)
  }
}
`

/**
 * Stops the run after a failed sign-in, because several failures would lock the user out. The check runs after every call,
 * because calls without a token also get 401.
 */
const STOP_AFTER_FAILED_SIGN_IN = `if ([401, 429].includes(res.getStatus())) bru.runner.stopExecution()`

const STORE_ACCOUNT = `
if (res.getStatus() === 200) {
  const { _id, secret } = res.getBody()
  bru.setVar('accountId', _id)
  bru.setVar('accountSecret', secret)
}
`

const storeTokenScript = (settings: CollectionSettings) => `
if (res.getStatus() === 200) {
  bru.setVar('token', res.getBody().token)
  bru.setVar('tokenEnd', ${tokenEndCode(settings)})
}
`

const CHECK_STATUS = `
test('status is 200', () => {
  expect(res.getStatus()).to.equal(200)
})
`

/** The collection signs in by itself and sends a new `Idempotency-Key` per creation. */
export function brunoFiles(document: ReferenceDocument, settings: CollectionSettings): Record<string, string> {
  const { title } = document.info
  const requests = collectionRequests(document, '{{$guid}}')
  const variables = block('vars', `baseUrl: ${settings.baseUrl}\nmode: test\nemail: `)
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: title, type: 'collection' }, null, 2)}\n`,
    'collection.bru': [
      block('auth', 'mode: bearer'),
      block('auth:bearer', 'token: {{token}}'),
      block('script:pre-request', signInScript(settings)),
      block('script:post-response', STOP_AFTER_FAILED_SIGN_IN),
    ].join('\n'),
    'environments/Partner.bru': `${variables}vars:secret [\n  password\n]\n`,
    ...Object.fromEntries(
      requests.map((request, index) => [`${fileNameOf(request)}.bru`, toFile(request, index, settings)]),
    ),
  }
}

/** Returns the collection as a ZIP archive, which users unpack and open in Bruno. */
export const brunoArchive = (document: ReferenceDocument, settings: CollectionSettings): Uint8Array => {
  const files: Record<string, Uint8Array> = {}
  for (const [name, text] of Object.entries(brunoFiles(document, settings))) files[name] = strToU8(text)
  // The fixed time makes the archives of equal collections equal.
  return zipSync(files, { mtime: '2026-01-01' })
}

/** Returns a block of Bruno's format, with every non-empty line indented. */
const block = (name: string, text: string) => `${name} {\n${text.trim().replace(/^(?=.)/gm, '  ')}\n}\n`

/** Windows permits no colon in the names of files. */
const fileNameOf = ({ name }: CollectionRequest) => name.replaceAll(':', '')

const toFile = (request: CollectionRequest, index: number, settings: CollectionSettings) => {
  const { operationId, method, path, query, headers, body, isPublic } = request
  const search = query.map((pair) => pair.join('=')).join('&')
  const url = search === '' ? `{{baseUrl}}${path}` : `{{baseUrl}}${path}?${search}`
  const bodyType = body === undefined ? 'none' : 'json'
  const auth = isPublic ? 'none' : 'inherit'
  const lines = (pairs: [string, string][]) => pairs.map(([key, value]) => `${key}: ${value}`).join('\n')
  return [
    block('meta', `name: ${fileNameOf(request)}\ntype: http\nseq: ${index + 1}`),
    block(method.toLowerCase(), `url: ${url}\nbody: ${bodyType}\nauth: ${auth}`),
    ...(query.length > 0 ? [block('params:query', lines(query))] : []),
    ...(headers.length > 0 ? [block('headers', lines(headers))] : []),
    ...(body === undefined ? [] : [block('body:json', body)]),
    ...(operationId === 'createToken' ? [block('script:post-response', storeTokenScript(settings))] : []),
    ...(storesAccount(operationId) ? [block('script:post-response', STORE_ACCOUNT)] : []),
    block('tests', CHECK_STATUS),
  ].join('\n')
}
