import { OPERATION_IDS, type OperationId, type RestMethod } from '@partner-accounts/rules'

export interface ReferenceDocument {
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Partial<Record<Method, Operation>>>
  components: Record<string, Record<string, unknown>>
  webhooks?: Record<string, { post: SentEvent }>
}

/** The request that sends an event to a webhook endpoint. */
export interface SentEvent {
  /** The type of the event, such as `account.created`. */
  summary: string
  description: string
  requestBody: { content: { 'application/json': MediaType } }
}

/** Adds the paths and components of an extension. */
export function withExtension(document: ReferenceDocument, extension: ReferenceDocument): ReferenceDocument {
  const sections = Object.entries(extension.components).map(([name, section]) => [
    name,
    { ...section, ...document.components[name] },
  ])
  const components = { ...document.components, ...(Object.fromEntries(sections) as ReferenceDocument['components']) }
  return { ...document, paths: { ...document.paths, ...extension.paths }, components }
}

export type Method = Lowercase<RestMethod>

export interface Operation {
  operationId: OperationId
  summary: string
  description: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { content: { 'application/json': MediaType } }
  responses: Record<string, ApiResponse | Reference>
}

export interface Parameter {
  name: string
  in: 'header' | 'path' | 'query'
  required?: boolean
  description: string
  schema: Schema
}

export interface ApiResponse {
  description: string
  headers?: Record<string, ApiHeader | Reference>
  content: { 'application/json': MediaType }
}

export interface ApiHeader {
  description: string
}

export interface MediaType {
  schema: Schema
  examples?: Record<string, { summary: string; value: unknown }>
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: (string | number)[]
  minLength?: number
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  default?: string | number
  examples?: unknown[]
}

interface Reference {
  $ref: string
}

export interface FullOperation extends Omit<Operation, 'parameters' | 'responses'> {
  method: Method
  path: string
  parameters: Parameter[]
  responses: Record<string, ApiResponse>
}

export function resolve<T extends object>(document: ReferenceDocument, node: T | Reference): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T
  // A reference is a path such as `#/components/schemas/Account`.
  const [, , section = '', name = ''] = node.$ref.split('/')
  const target = document.components[section]?.[name]
  if (target === undefined) throw new Error(`the OpenAPI document has no ${node.$ref}`)
  // Keywords beside the reference, such as `description`, replace those of the component.
  return { ...(target as T), ...node, $ref: undefined }
}

/** Returns the operations with resolved references, in the order in which clients call them. */
export const operationsOf = (document: ReferenceDocument): FullOperation[] =>
  Object.entries(document.paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        ...resolveReferences(document, operation),
        method: method as Method,
        path,
      })),
    )
    .sort((one, other) => position(one.operationId) - position(other.operationId))

function resolveReferences(document: ReferenceDocument, operation: Operation) {
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    resolve<ApiResponse>(document, response),
  ])
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => resolve<Parameter>(document, parameter)),
    responses: Object.fromEntries(responses) as Record<string, ApiResponse>,
  }
}

const position = (operationId: OperationId): number => OPERATION_IDS.indexOf(operationId)

export interface Field {
  /** Dotted, such as `company_doc.address.cep`. */
  path: string
  schema: Schema
  isRequired: boolean
  /** Whether only some alternatives of a `oneOf` have the field. */
  isAlternative: boolean
}

/** Returns the fields of a schema, each followed by the fields of its object or list. */
export function fieldsOf(document: ReferenceDocument, node: Schema, prefix = ''): Field[] {
  const schema = resolve<Schema>(document, node)
  const { allOf = [], oneOf = [], properties = {}, required = [], items } = schema
  const alternatives = oneOf.map((option) => fieldsOf(document, option, prefix))
  return [
    ...allOf.flatMap((part) => fieldsOf(document, part, prefix)),
    ...mergeAlternatives(alternatives),
    ...Object.entries(properties).flatMap(([name, property]) => {
      const field: Field = {
        path: `${prefix}${name}`,
        schema: resolve<Schema>(document, property),
        isRequired: required.includes(name),
        isAlternative: false,
      }
      return [field, ...fieldsOf(document, property, `${field.path}.`)]
    }),
    // Inserts the brackets before the period of the prefix: `items.` becomes `items[].`.
    ...(items ? fieldsOf(document, items, `${prefix.replace(/\.$/, '')}[].`) : []),
  ]
}

/** Merges the fields of the options of a `oneOf`. Fields that some options lack come first. */
function mergeAlternatives(options: Field[][]): Field[] {
  const fields = new Map<string, Field>()
  for (const field of options.flat()) {
    const count = options.filter((option) => option.some(({ path }) => path === field.path)).length
    const isAlternative = count < options.length
    if (!fields.has(field.path)) {
      fields.set(field.path, { ...field, isAlternative, isRequired: field.isRequired && !isAlternative })
    }
  }
  const merged = [...fields.values()]
  return [
    ...merged.filter(({ isAlternative }) => isAlternative),
    ...merged.filter(({ isAlternative }) => !isAlternative),
  ]
}

/** A field with the fields of its object, or of the objects in its list. */
export interface FieldNode extends Field {
  name: string
  children: FieldNode[]
}

/** Returns the fields as a tree. */
export function nestFields(fields: readonly Field[]): FieldNode[] {
  const roots: FieldNode[] = []
  const nodes = new Map<string, FieldNode>()
  for (const field of fields)
    nodes.set(field.path, { ...field, name: field.path.split('.').at(-1) ?? '', children: [] })
  for (const node of nodes.values()) {
    // The parent of `items[].id` is the list `items`. Fields of some alternatives may precede their parents.
    const parentPath = node.path.split('.').slice(0, -1).join('.').replace(/\[\]$/, '')
    const siblings = nodes.get(parentPath)?.children ?? roots
    siblings.push(node)
  }
  return roots
}
