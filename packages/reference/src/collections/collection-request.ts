import type { RestMethod, OperationId } from '@partner-accounts/rules'
import { type FullOperation, operationsOf, type ReferenceDocument } from '../document.ts'

/** Returns whether the next requests use the response's id and secret. */
export const storesAccount = (operationId: OperationId): boolean => operationId === 'createPartnerAccount'

/** Texts may contain variables, such as `{{accountId}}`. */
export interface CollectionRequest {
  operationId: OperationId
  name: string
  method: RestMethod
  path: string
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  body: string | undefined
  isPublic: boolean
}

const CREDENTIALS = { email: '{{email}}', password: '{{password}}' }
/** Variables of the collections, by the name of the parameter. */
const PARAMETERS: Record<string, string> = {
  account_id: '{{accountId}}',
  'X-Secret': '{{accountSecret}}',
  'X-Mode': '{{mode}}',
}

/** Returns a request per operation and body example, in order of use. */
export const collectionRequests = (
  document: ReferenceDocument,
  /** The client's expression for a random UUID. */
  uuid: string,
): CollectionRequest[] =>
  operationsOf(document).flatMap((operation) => {
    const examples = Object.values(operation.requestBody?.content['application/json'].examples ?? {})
    if (examples.length === 0) return [requestOf(operation, operation.summary, undefined, uuid)]
    return examples.map(({ summary, value }) => {
      const name = examples.length > 1 ? `${operation.summary}: ${summary}` : operation.summary
      return requestOf(operation, name, value as object, uuid)
    })
  })

function requestOf(
  { operationId, method, path, parameters, security }: FullOperation,
  name: string,
  example: object | undefined,
  uuid: string,
): CollectionRequest {
  const isPublic = security.length === 0
  const valueOf = (parameter: string, fallback: string | number | undefined): string | undefined => {
    if (parameter === 'Idempotency-Key') return uuid
    return PARAMETERS[parameter] ?? (fallback === undefined ? undefined : String(fallback))
  }
  const inPlace = (place: string) =>
    parameters.flatMap((parameter): [string, string][] => {
      const value = valueOf(parameter.name, parameter.schema.default)
      return parameter.in === place && value !== undefined ? [[parameter.name, value]] : []
    })
  // Replaces the example's credentials or e-mail. E-mails are unique, so each creation sends a new e-mail.
  const values = isPublic ? CREDENTIALS : { email: `${uuid}@estrela.example` }
  return {
    operationId,
    name,
    method: method.toUpperCase() as RestMethod,
    path: path.replaceAll(/\{(\w+)\}/g, (placeholder, parameter: string) => PARAMETERS[parameter] ?? placeholder),
    query: inPlace('query'),
    headers: inPlace('header'),
    body: example && JSON.stringify({ ...example, ...values }, null, 2),
    isPublic,
  }
}

/** A token is replaced this long before it expires. */
const TOKEN_MARGIN_SECONDS = 30

export interface CollectionSettings {
  baseUrl: string
  tokenLifetimeSeconds: number
}

/** Returns a JavaScript expression for the time, in milliseconds since 1970, when a token received now must be replaced. */
export const tokenEndCode = ({ tokenLifetimeSeconds }: CollectionSettings): string =>
  `Date.now() + ${Math.max(tokenLifetimeSeconds - TOKEN_MARGIN_SECONDS, 0) * 1000}`
