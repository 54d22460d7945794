import { Ajv2020 } from 'ajv/dist/2020.js'
import { LIMITS } from '@partner-accounts/core'
import type { createOpenApiDocument } from '../src/openapi/create-openapi-document.ts'

type Document = ReturnType<typeof createOpenApiDocument>
type Operation = ReturnType<typeof operationsIn>[number]['operation']
type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const NAME = 'openapi.json'

/** The settings of a service that runs on defaults. Without a public URL, the document's addresses are relative. */
export const DOCUMENT_SETTINGS = {
  publicUrl: '',
  productName: 'Partner Accounts',
  rateLimit: LIMITS.rate,
  tokenLifetimeSeconds: LIMITS.tokenLifetimeSeconds,
  help: { supportUrl: undefined },
}

/** Returns every operation with its name, such as `POST /tokens`. */
export const operationsIn = ({ paths = {} }: Document) =>
  Object.entries(paths).flatMap(([path, { get, post, ...others }]) => {
    if (Object.keys(others).length > 0) throw new Error(`${path} has methods that no test checks`)
    return Object.entries({ get, post }).flatMap(([method, operation]) =>
      operation ? [{ name: `${method.toUpperCase()} ${path}`, operation }] : [],
    )
  })

/** Returns the error codes of an operation by status. `fields` stands for an error about fields, which has no code. */
export function errorCodesOf({ components }: Document, { responses = {} }: Operation) {
  const codes: Record<string, (number | 'fields')[]> = {}
  for (const [status, { $ref }] of Object.entries(responses)) {
    const response = components?.responses?.[$ref?.split('/').at(-1) ?? '']
    if (!response || !('content' in response)) continue
    const examples = Object.values(response.content?.['application/json']?.examples ?? {})
    codes[status] = examples.map(codeOf)
  }
  return codes
}

const codeOf = (example: object): number | 'fields' =>
  'value' in example && isCodedError(example.value) ? example.value._code : 'fields'

/** Returns whether the value is an error with a code. */
export const isCodedError = (value: unknown): value is { _code: number; _error: { code: number; message: string } } =>
  isNode(value) && '_code' in value

/** Returns every example of bodies and schemas, with JSON pointers to the example and to its schema. */
export const examplesIn = (document: Document) =>
  nodesIn(document).flatMap(([pointer, { examples }]) => {
    if (Array.isArray(examples)) return examples.map((value: unknown) => ({ pointer, schema: pointer, value }))
    return Object.entries((examples as Record<string, { value: unknown }> | undefined) ?? {}).map(
      ([name, { value }]) => ({
        pointer: `${pointer}/examples/${name}`,
        schema: `${pointer}/schema`,
        value,
      }),
    )
  })

/** Returns JSON pointers to the bodies without an example. */
export const bodiesWithoutExample = (document: Document) =>
  nodesIn(document)
    .filter(([pointer, node]) => pointer.endsWith('/content/application~1json') && node['examples'] === undefined)
    .map(([pointer]) => pointer)

/** The format `email` as ajv-formats and most validators define it: a domain has at least two parts. */
export const EMAIL_FORMAT =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

/** Creates a function that returns the schema errors of a value, by the schema at a JSON pointer. */
export function schemaValidator(document: Document): (pointer: string, value: unknown) => string[] {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // `true`: any text has the format `password`.
    formats: { email: EMAIL_FORMAT, password: true },
  })
  ajv.addSchema(document, NAME)
  return (pointer, value) => {
    const validate = ajv.getSchema(`${NAME}${pointer}`)
    if (!validate) throw new Error(`there is no schema at ${pointer}`)
    void validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

/** Returns the JSON pointer to the schema of a response; `undefined` for an undocumented response. */
export function responseSchema({ paths = {} }: Document, method: 'get' | 'post', path: string, status: number) {
  const { [status]: response } = (paths[path]?.[method]?.responses ?? {}) as Record<string, { $ref?: string }>
  if (!response) return undefined
  const inline = ['paths', path, method, 'responses', String(status)].map(escape).join('/')
  return `${response.$ref ?? `#/${inline}`}/content/application~1json/schema`
}

function nodesIn(root: unknown, pointer = '#'): [string, Node][] {
  if (!isNode(root)) return []
  const descendants = Object.entries(root).flatMap(([key, value]) => nodesIn(value, `${pointer}/${escape(key)}`))
  return [[pointer, root], ...descendants]
}

const escape = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
