/** Returns a selector for `x++` or `x = y` anywhere but as a statement or in the header of a loop. */
const insideExpression = (type) => `${type}:not(ExpressionStatement > ${type}):not(ForStatement > ${type})`

/** Forms that cannot be read in one go. Each has a plain equivalent. */
const FORMS = [
  {
    selectors: [
      'ObjectExpression > SpreadElement > ObjectExpression',
      'ArrayExpression > SpreadElement > ArrayExpression',
    ],
    message: 'List the properties or elements themselves.',
  },
  {
    selectors: ['VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]'],
    message: 'Declare each variable in its own statement.',
  },
  {
    selectors: [insideExpression('UpdateExpression'), insideExpression('AssignmentExpression')],
    message: 'Count and assign in a statement, not inside an expression.',
  },
]

/** @type {import('eslint').Linter.RulesRecord} */
export const plainCode = {
  'no-nested-ternary': 'error',
  'no-sequences': ['error', { allowInParentheses: false }],
  'no-restricted-syntax': [
    'error',
    ...FORMS.flatMap(({ selectors, message }) => selectors.map((selector) => ({ selector, message }))),
  ],
}

/**
 * Returns a rule that limits the lines of functions.
 *
 * @param {number} max
 * @returns {import('eslint').Linter.RulesRecord}
 */
export const shortFunctions = (max) => ({
  'max-lines-per-function': ['error', { max, skipBlankLines: true, skipComments: true }],
})
