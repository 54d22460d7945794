import * as z from 'zod'
import type { RestMethod } from '@partner-accounts/rules'
import { generateOpenApiDocument } from 'trpc-to-openapi'
import { EVENT_DESCRIPTIONS, eventModelName, sentEventSchema } from '../events/event-schemas.ts'
import { REST_BASE_PATH, type RestOperation, restOperations } from '../rest-operations.ts'
import { publicProcedure, router } from '../trpc.ts'
import { describeInfo, type DocumentSettings, EXTENSION_TAGS, SECURITY_SCHEMES, TAGS } from './document-info.ts'
import { ERROR_RESPONSES, errorResponse, type ErrorResponseName } from './error-responses.ts'
import { errorSchemas } from './error-schemas.ts'
import { splitCompanyDoc } from './split-company-doc.ts'
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
  const allComponents = {
    ...components,
    schemas: { ...schemas, EventPageModel: withOtherEvents(page!), OtherEventModel: OTHER_EVENT },
  }
  return {
    ...document,
    components: allComponents,
    info: { ...info, title: `${info.title}: events`, 'x-extension': true },
  }
}

/**
 * Matches events of types that later versions add. Without it, validators would reject every page with such an event.
 */
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

/** Returns the schema of a page that may also contain events of other types. */
function withOtherEvents(page: SchemaObject): SchemaObject {
  const list = page.properties?.['_items'] as SchemaObject
  const items = list.items as SchemaObject
  const oneOf = [...(items.oneOf ?? []), refTo('schemas', 'OtherEventModel')]
  return { ...page, properties: { ...page.properties, _items: { ...list, items: { ...items, oneOf } } } }
}

/** What a document describes. */
interface Contents {
  operations: readonly RestOperation[]
  tags: TagObject[]
  webhooks?: PathsObject
}

/** Adds errors, headers and examples to trpc-to-openapi's output. */
function createDocument(settings: DocumentSettings, { operations, tags, webhooks }: Contents): OpenAPIObject {
  const baseUrl = `${settings.publicUrl}${REST_BASE_PATH}`
  const info = describeInfo(settings, baseUrl)
  const generated = generateDocument(baseUrl, info)
  const documentedPaths: string[] = operations.map(({ path }) => path)
  const generatedPaths = Object.fromEntries(
    Object.entries(generated.paths).filter(([path]) => documentedPaths.includes(path)),
  )
  const paths = mapOperations(generatedPaths, (operation) => finishOperation(operation, bodyModelOf(operation)))
  const errorNames = errorResponseNamesOf(operations)
  const responses = Object.fromEntries(errorNames.map((name) => [name, errorResponse(name)]))
  const generatedSchemas = { ...bodySchemasIn(generated.paths), ...(generated.components?.schemas as Schemas) }
  const schemas = {
    ...splitCompanyDoc(generatedSchemas),
    ...errorSchemas(errorNames.flatMap((name) => ERROR_RESPONSES[name].errors)),
  }
  return {
    openapi: generated.openapi,
    info,
    servers: generated.servers ?? [],
    tags,
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: { ...REQUEST_HEADERS, ...(webhooks && WEBHOOK_HEADERS) },
      headers: describeResponseHeaders(settings),
      responses,
      schemas: keepReferenced(schemas, [paths, webhooks, responses, refTo('schemas', 'ErroRespostaModel')]),
    },
    ...(webhooks && { webhooks }),
  }
}

/**
 * Returns the schemas that `content` references, directly or through other schemas. `content` never references the error
 * envelopes of trpc-to-openapi, so this removes them.
 */
function keepReferenced(schemas: Schemas, content: unknown): Schemas {
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

/** Makes trpc-to-openapi generate the schemas of all sent events. `createDocument` drops the operation itself. */
const ALL_EVENTS = {
  meta: { openapi: { method: 'GET', path: '/sent-events', operationId: 'sentEvents' } },
  input: z.object({}),
  output: sentEventSchema,
} as const

/** Creates the router that trpc-to-openapi reads. Its procedures have the documented schemas and are never called. */
function createDocumentedRouter() {
  const documented = [...restOperations.map((operation) => operation.documented), ALL_EVENTS]
  const entries = documented.map(({ meta, input, output }) => [
    meta.openapi?.operationId,
    publicProcedure.meta(meta).input(input).output(output).query(neverCalled),
  ])
  return router(Object.fromEntries(entries))
}

function neverCalled(): never {
  throw new Error('the documented router is not served')
}

/** Returns the `id` in the metadata of the body's schema. trpc-to-openapi ignores the `id` of bodies. */
function bodyModelOf({ operationId }: OperationObject): string | undefined {
  const operation = restOperations.find(({ id }) => id === operationId)
  return operation?.documented.input.meta()?.id
}

function generateDocument(baseUrl: string, { title, version }: InfoObject) {
  const options = { title, version, baseUrl, openApiVersion: '3.1.0', securitySchemes: SECURITY_SCHEMES } as const
  const { paths = {}, ...document } = tidySchema(
    generateOpenApiDocument(createDocumentedRouter(), options),
  ) as OpenAPIObject
  return { ...document, paths }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const satisfies Lowercase<RestMethod>[]

function mapOperations(paths: PathsObject, finish: (operation: OperationObject) => OperationObject): PathsObject {
  const finishPath = (item: PathsObject[string]) => {
    const finished: PathsObject[string] = {}
    for (const method of METHODS) {
      const operation = item[method]
      if (operation) finished[method] = finish(operation)
    }
    return finished
  }
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, finishPath(item)]))
}

/** Returns the schemas of all request bodies by name. */
function bodySchemasIn(paths: PathsObject): Schemas {
  const schemas: Schemas = {}
  const operations = Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []))
  for (const operation of operations) {
    const name = bodyModelOf(operation)
    const { requestBody } = operation
    const body = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined
    if (name !== undefined && body) schemas[name] = body as SchemaObject
  }
  return schemas
}

/** Returns the names of the error responses of any of the operations, in the order of `ERROR_RESPONSES`. */
function errorResponseNamesOf(operations: readonly RestOperation[]): ErrorResponseName[] {
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
