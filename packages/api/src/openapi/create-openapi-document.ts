import * as z from 'zod'
import type { OperationId } from '@partner-accounts/rules'
import { generateOpenApiDocument } from 'trpc-to-openapi'
import { EVENT_DESCRIPTIONS, eventModelName, sentEventSchema } from '../events/event-schemas.ts'
import { EXTENSIONS, REST_BASE_PATH, REST_OPERATIONS, type RestOperation } from '../rest-operations.ts'
import { publicProcedure, router } from '../trpc.ts'
import { describeInfo, type DocumentSettings, EXTENSION_TAGS, SECURITY_SCHEMES, TAGS } from './document-info.ts'
import { ERROR_RESPONSES, errorResponse, type ErrorResponseName } from './error-responses.ts'
import { errorSchemas } from './error-schemas.ts'
import { splitCompanyDoc } from './exclusive-document.ts'
import { finishOperation, OPERATION_ERRORS } from './finish-operation.ts'
import { describeResponseHeaders, REQUEST_HEADERS } from './headers.ts'
import {
  type InfoObject,
  type OpenAPIObject,
  type OperationObject,
  type PathsObject,
  refTo,
  type SchemaObject,
  type TagObject,
} from './openapi-document.ts'
import { tidySchema } from './tidy-schema.ts'
import { EVENT_TYPES } from '@partner-accounts/core'
import { EVENT_EXAMPLES } from './response-examples.ts'

type Schemas = Record<string, SchemaObject>

/** Describes the specified operations, and events sent to endpoints. */
export const createOpenApiDocument = (settings: DocumentSettings): OpenAPIObject =>
  createDocument(settings, { operations: REST_OPERATIONS, tags: TAGS, webhooks: describeWebhooks() })

/** Describes what the service has besides. */
export function createExtensionDocument(settings: DocumentSettings): OpenAPIObject {
  const { info, ...document } = createDocument(settings, { operations: EXTENSIONS, tags: EXTENSION_TAGS })
  return { ...document, info: { ...info, title: `${info.title}: events`, 'x-extension': true } }
}

interface Contents {
  operations: readonly RestOperation[]
  tags: TagObject[]
  webhooks?: PathsObject
}

/** Adds errors, headers and examples to trpc-to-openapi's output. */
function createDocument(settings: DocumentSettings, { operations, tags, webhooks }: Contents): OpenAPIObject {
  const baseUrl = `${settings.publicUrl}${REST_BASE_PATH}`
  const info = describeInfo(settings, baseUrl)
  const generated = generate(baseUrl, info)
  const described = operations.map(({ path }) => path)
  const paths = Object.fromEntries(Object.entries(generated.paths).filter(([path]) => described.includes(path)))
  const finished = mapOperations(paths, (operation) => finishOperation(operation, bodyModelOf(operation)))
  const errors = errorNames(operations)
  const responses = Object.fromEntries(errors.map((name) => [name, errorResponse(name)]))
  const schemas = {
    ...splitCompanyDoc({ ...bodySchemas(generated.paths), ...(generated.components?.schemas as Schemas) }),
    ...errorSchemas(errors.flatMap((name) => ERROR_RESPONSES[name].errors)),
  }
  return {
    openapi: generated.openapi,
    info,
    servers: generated.servers ?? [],
    tags,
    paths: finished,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: REQUEST_HEADERS,
      headers: describeResponseHeaders(settings),
      responses,
      schemas: reachable(schemas, [finished, webhooks, responses, refTo('schemas', 'ErroRespostaModel')]),
    },
    ...(webhooks && { webhooks }),
  }
}

/** Keeps the schemas to which `content` refers. It has none of trpc-to-openapi's error envelopes. */
function reachable(schemas: Schemas, content: unknown): Schemas {
  const names = new Set<string>()
  const visit = (node: unknown) => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      visit(schemas[name])
    }
  }
  visit(content)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
}

/** Its response has the schemas of all sent events. In no document. */
const ALL_EVENTS = {
  meta: { openapi: { method: 'GET', path: '/sent-events', operationId: 'sentEvents' } },
  input: z.object({}),
  output: sentEventSchema,
} as const

const documentedRouter = () =>
  router(
    Object.fromEntries(
      [...[...REST_OPERATIONS, ...EXTENSIONS].map(({ documented }) => documented), ALL_EVENTS].map(
        ({ meta, input, output }) => [
          meta.openapi?.operationId,
          publicProcedure.meta(meta).input(input).output(output).query(neverCalled),
        ],
      ),
    ),
  )

function neverCalled(): never {
  throw new Error('the documented router is not served')
}

/** From `.meta({ id })`, which trpc-to-openapi ignores. */
function bodyModelOf({ operationId }: OperationObject): string | undefined {
  const operation = REST_OPERATIONS.find(({ documented }) => documented.meta.openapi?.operationId === operationId)
  return operation?.documented.input.meta()?.id
}

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

function bodySchemas(paths: PathsObject): Schemas {
  const operations = Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []))
  return Object.fromEntries(
    operations.flatMap((operation) => {
      const name = bodyModelOf(operation)
      const { requestBody } = operation
      const body = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined
      return name && body ? [[name, body as SchemaObject]] : []
    }),
  )
}

const errorNames = (operations: readonly RestOperation[]): ErrorResponseName[] => {
  const used = operations.flatMap(
    ({ documented: { meta } }) => OPERATION_ERRORS[meta.openapi?.operationId as OperationId],
  )
  return (Object.keys(ERROR_RESPONSES) as ErrorResponseName[]).filter((name) => used.includes(name))
}

const describeWebhooks = (): PathsObject =>
  Object.fromEntries(
    ([...EVENT_TYPES, 'webhook.test'] as const).map((type) => [
      type,
      {
        post: {
          operationId: eventModelName(type).replace('Model', ''),
          summary: type,
          description: EVENT_DESCRIPTIONS[type],
          tags: ['Events'],
          security: [],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: refTo('schemas', eventModelName(type)),
                examples: { event: { summary: type, value: EVENT_EXAMPLES[type] } },
              },
            },
          },
          responses: { '2XX': { description: 'The event was received.' } },
        },
      },
    ]),
  )
