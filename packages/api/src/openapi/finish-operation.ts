import type { OperationId } from '@partner-accounts/rules'
import { type ErrorResponseName, statusOf } from './error-responses.ts'
import { headersOfSuccess, REQUEST_HEADERS } from './headers.ts'
import {
  type ExampleObject,
  type OperationObject,
  type ReferenceObject,
  refTo,
  type ResponseObject,
  type SchemaObject,
} from './openapi-document.ts'
import { requestExamplesOf } from './request-examples.ts'
import { RESPONSE_EXAMPLES } from './response-examples.ts'

const FOR_ALL = ['BadRequest', 'MethodNotAllowed', 'RequestTimeout', 'HeaderTooLarge', 'InternalError'] as const
const FOR_PARTNERS = [...FOR_ALL, 'Unauthenticated', 'Forbidden', 'RateLimited', 'Unavailable'] as const

/** The error responses of each operation, at most one per status. */
export const OPERATION_ERRORS: Record<OperationId, readonly ErrorResponseName[]> = {
  createToken: [
    'SignInRejected',
    'Forbidden',
    'PathNotFound',
    'BodyTooLarge',
    'InvalidJson',
    'SignInLimited',
    'SignInUnavailable',
    ...FOR_ALL,
  ],
  listPartnerAccounts: ['PathNotFound', ...FOR_PARTNERS],
  createPartnerAccount: ['PathNotFound', 'AccountRejected', 'BodyTooLarge', 'InFlight', ...FOR_PARTNERS],
  getPartnerAccount: ['AccountNotFound', 'InvalidIdentifier', ...FOR_PARTNERS],
  listEvents: ['PathNotFound', 'EventUnknown', ...FOR_PARTNERS],
}

export function finishOperation(generated: OperationObject, bodyModel: string | undefined): OperationObject {
  const { security = [], parameters = [], responses } = generated
  const operationId = generated.operationId as OperationId
  return {
    ...generated,
    // An operation without `security` would inherit the document's.
    security,
    // The generator lists headers before path parameters.
    parameters: [
      ...parameters.filter(isInPath).map(moveDescription),
      ...parameters.filter((parameter) => !isInPath(parameter)).map(moveDescription),
      ...Object.keys(REQUEST_HEADERS).map((name) => refTo('parameters', name)),
    ],
    ...(bodyModel && { requestBody: bodyOf(refTo('schemas', bodyModel), requestExamplesOf(operationId)) }),
    responses: {
      200: successOf(operationId, responses?.['200'] as ResponseObject),
      ...errorsOf(OPERATION_ERRORS[operationId]),
    },
  }
}

/** Moves the description from the schema to the parameter, where tools expect it. */
function moveDescription<T extends object>(parameter: T): T {
  const schema = 'schema' in parameter ? (parameter.schema as SchemaObject) : undefined
  if (schema?.description === undefined) return parameter
  const { description, ...rest } = schema
  return { ...parameter, description, schema: rest }
}

const isInPath = (parameter: object) => 'in' in parameter && parameter.in === 'path'

const bodyOf = (schema: ReferenceObject, examples: Record<string, ExampleObject> | undefined) => ({
  required: true,
  content: { 'application/json': { schema, ...(examples && { examples }) } },
})

const successOf = (operationId: OperationId, { description, content }: ResponseObject): ResponseObject => ({
  description,
  headers: headersOfSuccess(operationId),
  content: { 'application/json': { ...content?.['application/json'], examples: RESPONSE_EXAMPLES[operationId] } },
})

const errorsOf = (names: readonly ErrorResponseName[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [statusOf(name), refTo('responses', name)]))
