import type * as z from 'zod'
import type { Environment } from './environment.ts'

/** An environment variable, and the schema of its text. */
interface Variable<Schema extends z.ZodType = z.ZodType> {
  readonly variable: string
  readonly schema: Schema
}

/** Settings by their names in the code, in groups. */
export interface VariableTree {
  readonly [setting: string]: Variable | VariableTree
}

export type ValuesOf<Node> =
  Node extends Variable<infer Schema> ? z.output<Schema> : { [Name in keyof Node]: ValuesOf<Node[Name]> }

export interface VariableProblem {
  variable: string
  message: string
}

export const from = <Schema extends z.ZodType>(variable: string, schema: Schema): Variable<Schema> => ({
  variable,
  schema,
})

/** Returns a group whose settings have the names of their variables. */
export const fromEach = <Schemas extends Record<string, z.ZodType>>(schemas: Schemas) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, from(name, schema)])) as {
    [Name in keyof Schemas]: Variable<Schemas[Name]>
  }

const isVariable = (node: Variable | VariableTree): node is Variable => typeof node['variable'] === 'string'

export const variablesIn = (tree: VariableTree): string[] =>
  Object.values(tree).flatMap((node) => (isVariable(node) ? node.variable : variablesIn(node)))

/**
 * Reads all variables of a tree.
 *
 * @param problems receives the problems of invalid variables. The result contains `undefined` for these variables.
 */
export function readVariables<Tree extends VariableTree>(
  tree: Tree,
  given: Environment,
  problems: VariableProblem[],
): ValuesOf<Tree> {
  const read = (node: Variable | VariableTree): unknown => {
    if (!isVariable(node)) return readVariables(node, given, problems)
    const { variable, schema } = node
    const { data, error } = schema.safeParse(given[variable])
    for (const { message } of error?.issues ?? []) problems.push({ variable, message })
    return data
  }
  return Object.fromEntries(Object.entries(tree).map(([name, node]) => [name, read(node)])) as ValuesOf<Tree>
}
