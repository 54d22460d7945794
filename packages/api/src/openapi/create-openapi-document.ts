import * as z from 'zod'
import type { RestMethod } from '@partner-accounts/rules'
import { generateOpenApiDocument } from 'trpc-to-openapi'
import { EVENT_DESCRIPTIONS, eventModelName, sentEventSchema } from '../events/event-schemas.ts'
import { REST_BASE_PATH, type RestOperation, restOperations } from '../rest-operations.ts'
import { publicProcedure, router } from '../trpc.ts'
import { describeInfo, type DocumentSettings, EXTENSION_TAGS, SECURITY_SCHEMES, TAGS } from './document-info.ts'
import { ERROR_RESPONSES, errorResponse, type ErrorResponseName } from './error-responses.ts'
import { errorSchemas } from './error-schemas.ts'
import { splitCompanyDoc } from './exclusive-document.ts'
import { finishOperation, OPERATION_ERRORS } from './finish-operation.ts'
import { describeResponseHeaders, REQUEST_HEADERS, WEBHOOK_HEADERS } from './headers.ts'
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

export type { OpenAPIObject } from './openapi-document.ts'
export { toOpenApi30 } from './to-openapi-3-0.ts'

type Schemas = Record<string, SchemaObject>

/** Describes the specified operations, and events sent to endpoints. */
export const createOpenApiDocument = (settings: DocumentSettings): OpenAPIObject =>
  createDocument(settings, {
    operations: restOperations.filter(({ isExtension }) => !isExtension),
    tags: TAGS,
    webhooks: describeWebhooks(),
  })

/** Describes the operations that the specification does not have. */
export function createExtensionDocument(settings: DocumentSettings): OpenAPIObject {
  const { info, components, ...document } = createDocument(settings, {
    operations: restOperations.filter(({ isExtension }) => isExtension),
    tags: EXTENSION_TAGS,
  })
  const { EventPageModel: page, ...schemas } = components?.schemas as Schemas
  const all = {
    ...components,
    schemas: { ...schemas, EventPageModel: withTypesToCome(page!), OtherEventModel: OTHER_EVENT },
  }
  return { ...document, components: all, info: { ...info, title: `${info.title}: events`, 'x-extension': true } }
}

/** Types may be added within version 1: a closed choice would make validators lose the whole page. */
const OTHER_EVENT: SchemaObject = {
  type: 'object',
  description: 'An event of a type that a later version adds. Ignore it.',
  properties: {
    id: { type: 'string', description: 'Id of the event.' },
    type: { type: 'string', not: { enum: [...EVENT_TYPES] }, description: 'A type that is not in this document.' },
    position: { type: 'integer', minimum: 1, description: 'As in every event.' },
    timestamp: { type: 'string', description: 'Time of the change.' },
    data: { type: 'object', additionalProperties: true, description: 'What changed.' },
  },
  required: ['id', 'type', 'position', 'timestamp', 'data'],
}

function withTypesToCome(page: SchemaObject): SchemaObject {
  const list = page.properties?.['_items'] as SchemaObject
  const items = list.items as SchemaObject
  const oneOf = [...(items.oneOf ?? []), refTo('schemas', 'OtherEventModel')]
  return { ...page, properties: { ...page.properties, _items: { ...list, items: { ...items, oneOf } } } }
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
  const described: string[] = operations.map(({ path }) => path)
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
      parameters: { ...REQUEST_HEADERS, ...(webhooks && WEBHOOK_HEADERS) },
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

/** An operation whose response has the schemas of all sent events. No document shows it. */
const ALL_EVENTS = {
  meta: { openapi: { method: 'GET', path: '/sent-events', operationId: 'sentEvents' } },
  input: z.object({}),
  output: sentEventSchema,
} as const

const documentedRouter = () =>
  router(
    Object.fromEntries(
      [...restOperations.map(({ documented }) => documented), ALL_EVENTS].map(({ meta, input, output }) => [
        meta.openapi?.operationId,
        publicProcedure.meta(meta).input(input).output(output).query(neverCalled),
      ]),
    ),
  )

function neverCalled(): never {
  throw new Error('the documented router is not served')
}

/** Returns the name in `.meta({ id })` of the body, which trpc-to-openapi ignores. */
function bodyModelOf({ operationId }: OperationObject): string | undefined {
  const operation = restOperations.find(({ id }) => id === operationId)
  return operation?.documented.input.meta()?.id
}

function generate(baseUrl: string, { title, version }: InfoObject) {
  const options = { title, version, baseUrl, openApiVersion: '3.1.0', securitySchemes: SECURITY_SCHEMES } as const
  const { paths = {}, ...document } = tidySchema(generateOpenApiDocument(documentedRouter(), options)) as OpenAPIObject
  return { ...document, paths }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const satisfies Lowercase<RestMethod>[]

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
  const used = operations.flatMap(({ id }) => OPERATION_ERRORS[id])
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
          parameters: Object.keys(WEBHOOK_HEADERS).map((name) => refTo('parameters', name)),
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
