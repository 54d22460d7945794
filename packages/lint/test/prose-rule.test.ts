import markdown from '@eslint/markdown'
import { RuleTester } from 'eslint'
import { afterAll, describe, it } from 'vitest'
import { proseRule } from '../src/prose-rule.js'

RuleTester.describe = describe
RuleTester.it = it
RuleTester.itOnly = it.only
Object.assign(RuleTester, { afterAll })

const term = { messageId: 'term' }
const name = { messageId: 'name' }

new RuleTester().run('the prose rule reads comments, strings and names', proseRule, {
  valid: [
    "// Returns the response, or rejects after the timeout.\nexport const found = 'told'",
    'const sum = Math.floor(answer)',
    "throw new Error('the request timed out')",
    '// Fault injection drops connections.',
    'const MAX_ATTEMPTS = 3, REQUEST_TIMEOUT_MS = 5',
    'const { bounds } = library, rejected = library.refused',
  ],
  invalid: [
    { code: '// Tells whoever asks.', errors: [term, term] },
    { code: '/** The answer to a request.\n * Refused at once. */', errors: [term, term, term] },
    { code: "throw new Error('the server is away')", errors: [term] },
    { code: 'const text = `up to ${5} at a given moment`', errors: [term] },
    { code: 'const MOST_ATTEMPTS = 3, ANSWER_WITHIN_MS = 5', errors: [name, name, name] },
    { code: 'function askedAgain() {}\nclass isAlone {}', errors: [name, name] },
  ],
})

new RuleTester({ plugins: { markdown }, language: 'markdown/gfm' }).run(
  'the prose rule reads Markdown text',
  proseRule,
  {
    valid: ['Call `tellMoment()`.', '```sh\necho refused\n```', '| code | meaning |\n|---|---|\n| 9 | invalid token |'],
    invalid: [
      { code: '# What the answer is', errors: [{ ...term, line: 1, column: 12 }] },
      { code: '| code | meaning |\n|---|---|\n| 9 | **refused** |', errors: [term] },
    ],
  },
)
