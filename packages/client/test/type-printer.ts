import ts from 'typescript'

const MAX_WIDTH = 120
/** Wider objects have one property a line, so that changes of the router have small diffs. */
const MAX_INLINE_OBJECT_WIDTH = 60
/** Members of unions that are printed last. */
const EMPTY = ['null', 'undefined', 'void']

export interface TypePrinter {
  print: (type: ts.Type, indent: string) => string
  /** Prints an object's members, even if the object has a name. */
  printMembers: (type: ts.Type, indent: string) => string
}

/**
 * Prints types with all their parts expanded, however they are named and computed in the sources. Members are sorted,
 * because the compiler's order changes with unrelated types.
 *
 * @param nameOf returns the name to print for an object instead of its members
 */
export function createTypePrinter(
  checker: ts.TypeChecker,
  nameOf: (type: ts.Type) => string | undefined = () => undefined,
): TypePrinter {
  function print(type: ts.Type, indent: string): string {
    if (type.isUnion()) return wrapUnion(membersOf(type, indent), indent)
    // Times and branded texts are strings in JSON.
    if (type.symbol?.name === 'Date' || isBrandedText(type)) return 'string'
    if (checker.isArrayType(type)) return printArray(type, indent)
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
      return nameOf(type) ?? printMembers(type, indent)
    if (type.flags & PRINTED_BY_NAME) return checker.typeToString(type).replaceAll('"', "'")
    throw new Error(`cannot print the type ${checker.typeToString(type)}`)
  }

  function printArray(type: ts.Type, indent: string): string {
    const element = checker.getTypeArguments(type as ts.TypeReference)[0]!
    const printed = print(element, indent)
    const array = element.isUnion() ? `(${printed})[]` : `${printed}[]`
    return type.symbol.name === 'ReadonlyArray' ? `readonly ${array}` : array
  }

  /**
   * With `exactOptionalPropertyTypes`, the compiler adds this type to each optional property, for its absence. It has the
   * flag `Undefined`, but is not the type `undefined`. The property's `?` is printed in its place.
   */
  function isMissingType(type: ts.Type): boolean {
    return Boolean(type.flags & ts.TypeFlags.Undefined) && type !== checker.getUndefinedType()
  }

  function membersOf({ types }: ts.UnionType, indent: string): string[] {
    const printed = types.filter((type) => !isMissingType(type)).map((type) => print(type, indent))
    const isBoolean = printed.includes('true') && printed.includes('false')
    const members = isBoolean ? ['boolean', ...printed.filter((name) => !/^(true|false)$/.test(name))] : printed
    return members.sort(compareMembers)
  }

  function printMembers(type: ts.Type, indent: string): string {
    const inner = `${indent}  `
    const indexes = checker
      .getIndexInfosOfType(type)
      .map(({ keyType, type: value }) => `[key: ${checker.typeToString(keyType)}]: ${print(value, inner)}`)
    const properties = checker.getPropertiesOfType(type).map((symbol) => {
      const optional = symbol.flags & ts.SymbolFlags.Optional ? '?' : ''
      const name = /^[\w$]+$/.test(symbol.name) ? symbol.name : `'${symbol.name}'`
      return `${name}${optional}: ${print(checker.getTypeOfSymbol(symbol), inner)}`
    })
    const members = [...indexes, ...properties.sort()]
    const line = `{ ${members.join('; ')} }`
    if (!line.includes('\n') && indent.length + line.length < MAX_INLINE_OBJECT_WIDTH) return line
    return `{\n${members.map((member) => `${inner}${member}\n`).join('')}${indent}}`
  }

  return { print, printMembers }
}

/** Sorts by name, with the members of `EMPTY` last. Their index is at least 0, and that of any other member is -1. */
function compareMembers(one: string, other: string): number {
  const difference = EMPTY.indexOf(one) - EMPTY.indexOf(other)
  if (difference !== 0) return difference
  return one < other ? -1 : 1
}

const isBrandedText = (type: ts.Type) =>
  type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String)

const PRINTED_BY_NAME =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void

/** Prints each member of a long union on a separate line, so that changes of the router have small diffs. */
function wrapUnion(members: readonly string[], indent: string): string {
  const line = members.join(' | ')
  const isShort = indent.length + line.length < MAX_WIDTH
  return isShort || line.includes('\n') ? line : members.map((member) => `\n${indent}  | ${member}`).join('')
}
