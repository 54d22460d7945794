import { NAMES, TERMS } from './terms.js'

const DECLARATIONS = [
  'VariableDeclarator',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]
const DECLARED_NAMES = `:matches(${DECLARATIONS.join(', ')}) > Identifier.id`

/** Returns the words of an identifier: `isAlone` is "is Alone", `MAX_BYTES` is "MAX BYTES". */
const wordsOf = (name) => name.replaceAll('_', ' ').replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')

/**
 * An ESLint rule that reports words and names which the glossary replaces: in Markdown text, in comments, in JSX text,
 * in string literals that contain a space, and in the names of variables, functions, classes and types. Code spans and
 * code blocks of Markdown are not checked.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const proseRule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Use the terms of docs/contributing/language.md' },
    schema: [],
    messages: {
      term: '“{{found}}”: write {{instead}}. See docs/contributing/language.md.',
      name: '“{{found}}”: name it {{instead}}. See docs/contributing/language.md.',
    },
  },
  create(context) {
    const { sourceCode } = context

    const report = (messageId, found, instead, offset) =>
      context.report({
        messageId,
        data: { found, instead },
        loc: {
          start: sourceCode.getLocFromIndex(offset),
          end: sourceCode.getLocFromIndex(offset + found.length),
        },
      })

    function checkText(text, offset) {
      for (const [pattern, instead] of TERMS) {
        for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
          report('term', match[0], instead, offset + match.index)
        }
      }
    }

    const checkNode = (node) => {
      const [start] = sourceCode.getRange(node)
      checkText(sourceCode.getText(node), start)
    }
    const checkString = (node) => {
      if (/\s/.test(sourceCode.getText(node))) checkNode(node)
    }

    return {
      // Markdown
      text: checkNode,
      // JavaScript and TypeScript
      Program: () => sourceCode.getAllComments().forEach(checkNode),
      Literal: (node) => typeof node.value === 'string' && checkString(node),
      TemplateElement: checkString,
      JSXText: checkNode,
      [DECLARED_NAMES]: (node) => {
        for (const [pattern, instead] of NAMES) {
          if (pattern.test(node.name)) report('name', node.name, instead, sourceCode.getRange(node)[0])
        }
        for (const [pattern, instead] of TERMS) {
          if (pattern.test(wordsOf(node.name))) report('name', node.name, instead, sourceCode.getRange(node)[0])
        }
      },
    }
  },
}
