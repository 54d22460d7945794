import ts from 'typescript'

/** Functions that begin a procedure. The comment states the role or permission that they check, so they are not visited. */
const BUILDERS = new Set(['internalProcedure', 'partnerProcedure', 'publicProcedure', 't', 'watched'])
const SOURCES = /\/packages\/(api|core)\/src\//
/** A union with one of these members is the union of all domain errors, or of all errors of requests. */
const KIND_MARKS = ['storage-unavailable', 'bad-request']

/**
 * Returns a function that returns the kinds of errors that an expression of the sources can raise. It follows every
 * function that the expression mentions. Ports, which other packages implement, state their errors as `@throws`.
 *
 * @param context the context of procedures, whose properties have no declarations in tRPC's types
 */
export function createErrorFinder(checker: ts.TypeChecker, context: ts.Type) {
  function findErrors(expression: ts.Node): string[] {
    const kinds = new Set<string>()
    const visited = new Set<ts.Node>()

    function visit(node: ts.Node): void {
      if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
      if (ts.isStringLiteral(node) && isErrorKind(checker, node)) kinds.add(node.text)
      if (ts.isIdentifier(node)) visitDeclarations(node)
      else ts.forEachChild(node, visit)
    }

    function visitDeclarations(name: ts.Identifier): void {
      const declarations = declarationsOf(checker, name) ?? context.getProperty(name.text)?.declarations ?? []
      for (const declaration of declarations) {
        if (visited.has(declaration) || !SOURCES.test(declaration.getSourceFile().fileName)) continue
        visited.add(declaration)
        if (ts.isPropertySignature(declaration) || ts.isMethodSignature(declaration)) {
          for (const kind of documentedErrors(declaration)) kinds.add(kind)
        } else if (!BUILDERS.has(name.text)) {
          const body = bodyOf(declaration)
          if (body) visit(body)
        }
      }
    }

    visit(expression)
    return [...kinds].sort()
  }

  return findErrors
}

function declarationsOf(checker: ts.TypeChecker, name: ts.Identifier): readonly ts.Declaration[] | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  const declarations = symbol && unaliased(checker, symbol).declarations
  const [declaration] = declarations ?? []
  return declaration && isPropertyVariable(declaration) ? propertyOf(checker, declaration) : declarations
}

export const unaliased = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

const isPropertyVariable = (declaration: ts.Declaration): declaration is ts.BindingElement =>
  ts.isBindingElement(declaration) && declaration.dotDotDotToken === undefined

/** Returns the declarations of the property from which a pattern takes the variable. */
function propertyOf(checker: ts.TypeChecker, variable: ts.BindingElement): readonly ts.Declaration[] | undefined {
  const name = variable.propertyName ?? variable.name
  if (!ts.isIdentifier(name)) return undefined
  return checker.getTypeAtLocation(variable.parent).getProperty(name.text)?.declarations
}

function bodyOf(declaration: ts.Declaration): ts.Node | undefined {
  if (ts.isClassDeclaration(declaration)) return declaration.members.find(ts.isConstructorDeclaration)?.body
  if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) return declaration.initializer
  if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return declaration.body
  return undefined
}

function isErrorKind(checker: ts.TypeChecker, literal: ts.StringLiteral): boolean {
  const expected = checker.getContextualType(literal)
  const members = expected?.isUnion() ? expected.types : []
  const names = members.map((member) => (member.isStringLiteral() ? member.value : undefined))
  return names.includes(literal.text) && KIND_MARKS.some((mark) => names.includes(mark))
}

const documentedErrors = (declaration: ts.Node): string[] =>
  ts
    .getJSDocTags(declaration)
    .filter(({ tagName }) => tagName.text === 'throws')
    .flatMap(({ comment }) => [...(ts.getTextOfJSDocComment(comment) ?? '').matchAll(/`([a-z-]+)`/g)])
    .map(([, kind]) => kind!)
