/** Forms that cannot be read in one go. Each has a plain equivalent. */
const FORMS = [
  {
    selectors: [
      'ObjectExpression > SpreadElement > ObjectExpression',
      'ArrayExpression > SpreadElement > ArrayExpression',
    ],
    message: 'List the properties or elements themselves.',
  },
]

export const plainCode = {
  'no-nested-ternary': 'error',
  'no-restricted-syntax': [
    'error',
    ...FORMS.flatMap(({ selectors, message }) => selectors.map((selector) => ({ selector, message }))),
  ],
}
