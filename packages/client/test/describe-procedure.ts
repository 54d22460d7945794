import type { AnyProcedure } from '@trpc/server'
import ts from 'typescript'
import { unaliased } from './raised-errors.ts'

/** Errors that every procedure can raise. docs/internal-applications.md lists them. */
const COMMON_ERRORS = ['rate-limited', 'storage-unavailable']
/** Errors that a required role or permission implies. */
const ADMISSION_ERRORS = ['unauthenticated']

interface Meta {
  role?: string
  permissions?: readonly string[]
}

/** Returns a function that returns a procedure's comment: what it does, who may call it, and the errors it can raise. */
export function createDescriber(checker: ts.TypeChecker, findErrors: (expression: ts.Node) => string[]) {
  return (name: string, member: ts.Symbol, procedure: AnyProcedure): string[] => {
    const { expression, text } = findSource(checker, member)
    if (!/^[A-Z][a-z]+s .*\.$/s.test(text))
      throw new Error(`${name} needs a comment that begins with a verb: "${text}"`)
    const meta = (procedure.meta ?? {}) as Meta
    const admission = admissionOf(meta)
    const implied = admission === undefined ? COMMON_ERRORS : [...COMMON_ERRORS, ...ADMISSION_ERRORS]
    const errors = findErrors(expression).filter((kind) => !implied.includes(kind))
    return [
      ...text.split('\n'),
      ...(admission === undefined ? [] : ['', admission]),
      ...(errors.length === 0 ? [] : ['', `@throws ${errors.map((kind) => `\`${kind}\``).join(', ')}`]),
    ]
  }
}

function admissionOf({ role, permissions }: Meta): string | undefined {
  if (role !== undefined) return `Requires the role \`${role}\`.`
  if (permissions !== undefined) return `Requires ${permissions.map((name) => `\`${name}\``).join(' or ')}.`
  return undefined
}

/**
 * Returns the expression and the comment of a procedure. If the router's property only names a variable, the expression is
 * that of the variable, and so is the comment unless the property has one.
 */
function findSource(checker: ts.TypeChecker, member: ts.Symbol): { expression: ts.Node; text: string } {
  const declaration = member.declarations?.[0]
  if (!declaration) throw new Error(`${member.name} has no source`)
  const comment = ts.displayPartsToString(member.getDocumentationComment(checker))
  if (ts.isPropertyAssignment(declaration) && !ts.isIdentifier(declaration.initializer))
    return { expression: declaration.initializer, text: comment }
  const named = ts.isPropertyAssignment(declaration)
    ? checker.getSymbolAtLocation(declaration.initializer)
    : checker.getShorthandAssignmentValueSymbol(declaration)
  const target = named && unaliased(checker, named)
  const variable = target?.declarations?.[0]
  if (!target || !variable || !ts.isVariableDeclaration(variable) || !variable.initializer)
    throw new Error(`${member.name} is not a procedure's name`)
  const commentOfVariable = ts.displayPartsToString(target.getDocumentationComment(checker))
  return { expression: variable.initializer, text: comment || commentOfVariable }
}
