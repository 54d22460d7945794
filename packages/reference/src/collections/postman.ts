import type { OperationId } from '@partner-accounts/rules'
import type { ReferenceDocument } from '../document.ts'
import {
  type CollectionRequest,
  collectionRequests,
  type CollectionSettings,
  storesAccount,
  tokenEndCode,
} from './collection-request.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const signInScript = (settings: CollectionSettings) => `
const isSignIn = pm.request.url.getPath().endsWith('/tokens')
if (!isSignIn && Date.now() > Number(pm.collectionVariables.get('tokenEnd') || 0)) {
  const credentials = { email: pm.variables.get('email'), password: pm.variables.get('password') }
  pm.sendRequest(
    {
      url: pm.variables.replaceIn('{{baseUrl}}/tokens'),
      method: 'POST',
      header: { 'Content-Type': 'application/json', 'X-Mode': pm.variables.get('mode') },
      body: { mode: 'raw', raw: JSON.stringify(credentials) },
    },
    (error, response) => {
      if (error) throw error
      if (response.code !== 200) {
        pm.execution.setNextRequest(null)
        throw new Error('Set the variables email, password and mode of the collection: ' + response.text())
      }
      const { token } = response.json()
      pm.collectionVariables.set('token', token)
      pm.collectionVariables.set('tokenEnd', ${tokenEndCode(settings)})
    },
  )
}
`

/**
 * Stops the run after a failed sign-in, because several failures would lock the user out. The check runs after every call,
 * because calls without a token also get 401.
 */
const STOP_AFTER_FAILED_SIGN_IN = `if ([401, 429].includes(pm.response.code)) pm.execution.setNextRequest(null)`

const storeTokenScript = (settings: CollectionSettings) => `
if (pm.response.code === 200) {
  pm.collectionVariables.set('token', pm.response.json().token)
  pm.collectionVariables.set('tokenEnd', ${tokenEndCode(settings)})
}
`

const CHECK_STATUS = `pm.test('status is 200', () => pm.response.to.have.status(200))`

const STORE_ACCOUNT = `
if (pm.response.code === 200) {
  const { _id, secret } = pm.response.json()
  pm.collectionVariables.set('accountId', _id)
  pm.collectionVariables.set('accountSecret', secret)
}
`

/** Creates a collection in format v2.1. The collection signs in by itself and sends a new `Idempotency-Key` per creation. */
export const postmanCollection = (document: ReferenceDocument, settings: CollectionSettings): object => ({
  info: {
    name: document.info.title,
    description:
      'Set the variables `email` and `password` of the collection, and `mode` to live for a user of live mode. Every request signs in by itself.',
    schema: SCHEMA,
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'baseUrl', value: settings.baseUrl },
    { key: 'mode', value: 'test' },
    ...['email', 'password', 'token', 'tokenEnd', 'accountId', 'accountSecret'].map((key) => ({ key, value: '' })),
  ],
  event: [event('prerequest', signInScript(settings)), event('test', STOP_AFTER_FAILED_SIGN_IN)],
  item: collectionRequests(document, '{{$guid}}').map((request) => toItem(request, settings)),
})

const scriptsOf = (operationId: OperationId, settings: CollectionSettings): string[] => {
  if (operationId === 'createToken') return [storeTokenScript(settings)]
  return storesAccount(operationId) ? [STORE_ACCOUNT] : []
}

const event = (listen: 'prerequest' | 'test', script: string) => ({
  listen,
  script: { type: 'text/javascript', exec: script.trim().split('\n') },
})

const searchOf = (query: CollectionRequest['query']): string =>
  query.length > 0 ? `?${query.map((pair) => pair.join('=')).join('&')}` : ''

const toItem = (
  { operationId, name, method, path, query, headers, body, isPublic }: CollectionRequest,
  settings: CollectionSettings,
) => ({
  name,
  event: [event('test', [CHECK_STATUS, ...scriptsOf(operationId, settings)].join('\n'))],
  request: {
    method,
    ...(isPublic && { auth: { type: 'noauth' } }),
    header: headers.map(([key, value]) => ({ key, value })),
    url: {
      raw: `{{baseUrl}}${path}${searchOf(query)}`,
      host: ['{{baseUrl}}'],
      path: path.split('/').slice(1),
      query: query.map(([key, value]) => ({ key, value })),
    },
    ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
  },
  response: [],
})
