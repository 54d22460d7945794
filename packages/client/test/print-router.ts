import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { appRouter } from '@partner-accounts/api'
import type { AnyProcedure } from '@trpc/server'
import ts from 'typescript'
import { createDescriber } from './describe-procedure.ts'
import { createErrorFinder } from './raised-errors.ts'
import { createTypePrinter } from './type-printer.ts'

const ROOT = fileURLToPath(new URL('router-types.ts', import.meta.url))
/** The compiler options of the router's package, which lack the types of browsers. */
const CONFIG = fileURLToPath(new URL('../../api/tsconfig.json', import.meta.url))

const HEADER = `// Generated from the router by \`pnpm --filter @partner-accounts/client run types\`.
// Each procedure has its input, which is named after it, and its result. Times are ISO 8601 texts.
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc'

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: unknown }>
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: unknown }>

export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: true },
  Procedures
>

export interface ErrorShape {
  code: TRPC_ERROR_CODE_NUMBER
  message: string
  data: ErrorData
}

/** An error of the service. \`name\` decides whether it has \`fields\`, and which. */
export type ErrorData = OtherError | { [Name in keyof FieldErrors]: FieldError<Name> }[keyof FieldErrors]

interface ErrorStatus {
  code: TRPC_ERROR_CODE_KEY
  httpStatus: number
  path?: string
  retryAfterSeconds: number | undefined
}

/** An error about fields of the input. */
export interface FieldError<Name extends keyof FieldErrors> extends ErrorStatus {
  name: Name
  /** Messages by dotted name. */
  fields: FieldErrors[Name]
  appCode: undefined
  uiMessage: undefined
}

export interface OtherError extends ErrorStatus {
  name: OtherErrorName
  fields: undefined
  /** \`_code\` of the REST envelope. */
  appCode: number
  /** Message for end users. */
  uiMessage: string
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[]
  /** Cursor of the next page, or \`null\` on the last page. */
  nextCursor: string | null
}

/** A page of a list, with the number of all items if it was requested. */
export interface CountedPage<Item> extends Page<Item> {
  total?: Count
}
`

interface Routes {
  [name: string]: Routes | AnyProcedure
}

/** Returns a module with the router's type. All types are expanded, so it needs neither zod nor the domain. */
export function printRouter(): string {
  const { config } = ts.readConfigFile(CONFIG, (file) => ts.sys.readFile(file)) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(CONFIG))
  const program = ts.createProgram([ROOT], options)
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(ROOT)!)!)
  const typeOf = (name: string) => checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name)!)
  const propertyOf = (type: ts.Type, name: string) => checker.getTypeOfSymbol(type.getProperty(name)!)

  const models = typeOf('Models')
  const expand = createTypePrinter(checker).print
  const names = new Map(models.getProperties().map(({ name }) => [expand(propertyOf(models, name), ''), name]))
  if (names.size < models.getProperties().length) throw new Error('two models are the same')
  const nameOf = (type: ts.Type): string | undefined => names.get(expand(type, '')) ?? pageName(type)
  const { print, printMembers } = createTypePrinter(checker, nameOf)

  /** Returns `Page<…>` or `CountedPage<…>` for the page of a list. */
  function pageName(type: ts.Type): string | undefined {
    const members = type.getProperties().map(({ name }) => name)
    const sorted = members.sort().join()
    if (sorted !== 'items,nextCursor' && sorted !== 'items,nextCursor,total') return undefined
    const [item] = checker.getTypeArguments(propertyOf(type, 'items') as ts.TypeReference)
    return `${members.includes('total') ? 'CountedPage' : 'Page'}<${print(item!, '')}>`
  }

  const describe = createDescriber(checker, createErrorFinder(checker, typeOf('Context')))

  function printRecord(record: ts.Type, outputs: ts.Type, routes: Routes, path: string, indent: string): string {
    const inner = `${indent}  `
    const members = record
      .getProperties()
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((symbol) => {
        const name = `${path}${symbol.name}`
        const member = propertyOf(record, symbol.name)
        const output = propertyOf(outputs, symbol.name)
        const route = routes[symbol.name]!
        if (!member.getProperty('_def'))
          return `${inner}${symbol.name}: ${printRecord(member, output, route as Routes, `${name}.`, inner)}`
        const comment = printComment(describe(name, symbol, route as AnyProcedure), inner)
        return `${comment}${inner}${symbol.name}: ${printProcedure(name, member, output, inner)}`
      })
    return `{\n${members.join('\n')}\n${indent}}`
  }

  function printProcedure(name: string, member: ts.Type, output: ts.Type, indent: string): string {
    const inner = `${indent}  `
    const definition = propertyOf(member, '_def')
    const input = printInput(name, propertyOf(propertyOf(definition, '$types'), 'input'), inner)
    const kind = checker.typeToString(propertyOf(definition, 'type')) === '"query"' ? 'Query' : 'Mutation'
    // A procedure without a result: JSON has no `void`.
    const result = output.flags & ts.TypeFlags.Never ? 'undefined' : print(output, inner)
    return `${kind}<\n${inner}${input},\n${inner}${result}\n${indent}>`
  }

  const printedInputs: string[] = []

  /** Gives an input a name, so that editors show it instead of its members. */
  function printInput(procedure: string, input: ts.Type, indent: string): string {
    const types = input.isUnion() ? input.types : [input]
    const objects = types.filter(isObject)
    if (objects.length === 0) return print(input, indent)
    const words = procedure.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    const name = `${words.join('')}Input`
    printedInputs.push(
      objects.length === 1
        ? `export interface ${name} ${printMembers(objects[0]!, '')}\n`
        : `export type ${name} = ${objects.map((type) => print(type, '')).join(' | ')}\n`,
    )
    const others = types.filter((type) => !isObject(type)).map((type) => print(type, indent))
    return [name, ...others].join(' | ')
  }

  const fieldErrors = printMembers(typeOf('FieldErrors'), '')
  const otherErrorNames = print(typeOf('OtherErrorName'), '')
  const printedModels = models
    .getProperties()
    .map(({ name }) => `export interface ${name} ${printMembers(propertyOf(models, name), '')}\n`)
  const procedures = printRecord(typeOf('Procedures'), typeOf('Outputs'), appRouter as unknown as Routes, '', '')
  return [
    HEADER,
    `export interface FieldErrors ${fieldErrors}\n`,
    `export type OtherErrorName =${otherErrorNames}\n`,
    ...printedModels,
    ...printedInputs,
    `type Procedures = ${procedures}\n`,
  ].join('\n')
}

const isObject = ({ flags }: ts.Type): boolean => (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0

const printComment = (lines: readonly string[], indent: string): string =>
  `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
