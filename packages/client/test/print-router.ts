import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { createTypePrinter } from './type-printer.ts'

const ROOT = fileURLToPath(new URL('router-types.ts', import.meta.url))
const CONFIG = fileURLToPath(new URL('../tsconfig.json', import.meta.url))

const HEADER = `// Generated from the router by \`pnpm --filter @partner-accounts/client run types\`.
// Each procedure has its input and its result. Times are ISO 8601 texts.
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: unknown }>
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: unknown }>

export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: false },
  Procedures
>
`

/** Returns a module with the router's type. Inputs and results are expanded, so it needs neither zod nor the domain. */
export function printRouter(): string {
  const { config } = ts.readConfigFile(CONFIG, (file) => ts.sys.readFile(file)) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(CONFIG))
  const program = ts.createProgram([ROOT], options)
  const checker = program.getTypeChecker()
  const print = createTypePrinter(checker)
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(ROOT)!)!)
  const typeOf = (name: string) => checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name)!)
  const propertyOf = (type: ts.Type, name: string) => checker.getTypeOfSymbol(type.getProperty(name)!)

  function printRecord(record: ts.Type, indent: string): string {
    const inner = `${indent}  `
    const members = record
      .getProperties()
      .map(({ name }) => name)
      .sort()
      .map((name) => {
        const member = propertyOf(record, name)
        if (!member.getProperty('_def')) return `${inner}${name}: ${printRecord(member, inner)}`
        const definition = propertyOf(member, '_def')
        const types = propertyOf(definition, '$types')
        const [input, output] = ['input', 'output'].map((type) => print(propertyOf(types, type), `${inner}  `))
        const kind = checker.typeToString(propertyOf(definition, 'type')) === '"query"' ? 'Query' : 'Mutation'
        // tRPC would make `never` of `void`.
        const result = output === 'void' ? 'undefined' : output
        return `${inner}${name}: ${kind}<\n${inner}  ${input},\n${inner}  ${result}\n${inner}>`
      })
    return `{\n${members.join('\n')}\n${indent}}`
  }

  const errorShape = print(typeOf('ErrorShape'), '')
  return `${HEADER}\ninterface ErrorShape ${errorShape}\n\ntype Procedures = ${printRecord(typeOf('Procedures'), '')}\n`
}
