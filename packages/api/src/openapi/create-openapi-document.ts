import { generateOpenApiDocument } from 'trpc-to-openapi'
import { REST_OPERATIONS } from '../rest-operations.ts'
import { publicProcedure, router } from '../trpc.ts'
import { describeInfo, SECURITY_SCHEMES, TAGS } from './document-info.ts'
import { type DocumentSettings, withDefaults } from './document-settings.ts'
import { ERROR_RESPONSES, errorResponse, type ErrorResponseName } from './error-responses.ts'
import { errorSchemas } from './error-schemas.ts'
import { splitCompanyDoc } from './exclusive-document.ts'
import { finishOperation } from './finish-operation.ts'
import { describeResponseHeaders, REQUEST_HEADERS } from './headers.ts'
import type { InfoObject, OpenAPIObject, OperationObject, PathsObject, SchemaObject } from './openapi-document.ts'
import { tidySchema } from './tidy-schema.ts'

/** The path with which the base address ends (9.2). */
export const REST_BASE_PATH = '/partners/v1'

type Schemas = Record<string, SchemaObject>

/** Adds errors, headers and examples to the output of trpc-to-openapi. */
export function createOpenApiDocument(settings: DocumentSettings = {}): OpenAPIObject {
  const known = withDefaults(settings)
  const baseUrl = `${known.publicUrl}${REST_BASE_PATH}`
  const info = describeInfo(known, baseUrl)
  const { openapi, servers, paths, components } = generate(baseUrl, info)
  const models = requestBodyNames()
  return {
    openapi,
    info,
    servers: servers ?? [],
    tags: TAGS,
    paths: mapOperations(paths, (operation) => finishOperation(operation, models.get(operation.operationId ?? ''))),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: REQUEST_HEADERS,
      headers: describeResponseHeaders(known),
      responses: errorResponses(),
      schemas: {
        ...splitCompanyDoc({ ...bodySchemas(paths, models), ...withoutErrors(components?.schemas as Schemas) }),
        ...errorSchemas(Object.values(ERROR_RESPONSES).flatMap(({ errors }) => errors)),
      },
    },
  }
}

/** Adds the output schemas that the served procedures do not have. */
const documentedRouter = () =>
  router(
    Object.fromEntries(
      REST_OPERATIONS.map(({ documented: { meta, input, output } }) => [
        meta.openapi?.operationId,
        publicProcedure.meta(meta).input(input).output(output).query(neverCalled),
      ]),
    ),
  )

function neverCalled(): never {
  throw new Error('the documented router is not served')
}

/** Request body names by operation, from `.meta({ id })`, which trpc-to-openapi ignores. */
const requestBodyNames = (): ReadonlyMap<string, string> =>
  new Map(
    REST_OPERATIONS.flatMap(({ documented: { meta, input } }) => {
      const { operationId } = meta.openapi ?? {}
      const name = input.meta()?.id
      return operationId !== undefined && name !== undefined ? [[operationId, name] as const] : []
    }),
  )

function generate(baseUrl: string, { title, version }: InfoObject) {
  const options = { title, version, baseUrl, openApiVersion: '3.1.0', securitySchemes: SECURITY_SCHEMES } as const
  const { paths = {}, ...document } = tidySchema(generateOpenApiDocument(documentedRouter(), options)) as OpenAPIObject
  return { ...document, paths }
}

const METHODS = ['get', 'post'] as const

const mapOperations = (paths: PathsObject, finish: (operation: OperationObject) => OperationObject): PathsObject =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(METHODS.flatMap((method) => (item[method] ? [[method, finish(item[method])]] : []))),
    ]),
  )

function bodySchemas(paths: PathsObject, models: ReadonlyMap<string, string>): Schemas {
  const operations = Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []))
  return Object.fromEntries(
    operations.flatMap(({ operationId = '', requestBody }) => {
      const name = models.get(operationId)
      const body = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined
      return name && body ? [[name, body as SchemaObject]] : []
    }),
  )
}

/** Removes the error envelopes of trpc-to-openapi, which the service does not use. */
const withoutErrors = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith('error.')))

const errorResponses = () =>
  Object.fromEntries((Object.keys(ERROR_RESPONSES) as ErrorResponseName[]).map((name) => [name, errorResponse(name)]))
