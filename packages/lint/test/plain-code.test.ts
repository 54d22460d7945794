import { Linter } from 'eslint'
import { expect, it } from 'vitest'
import { plainCode, shortFunctions } from '../src/plain-code.js'

const SPREAD = 'List the properties or elements themselves.'
const TUPLE = 'Declare each variable in its own statement.'
const ASSIGNMENT = 'Count and assign in a statement, not inside an expression.'

const messagesFor = (code: string, rules = plainCode) =>
  new Linter().verify(code, [{ rules }]).map(({ message }) => message)

it.each([
  ['a literal spread into an object', 'use({ a, ...{ b, c } })', [SPREAD]],
  ['a literal spread into an array', 'use([a, ...[b, c]])', [SPREAD]],
  ['a tuple that is destructured immediately', 'const [one, other] = [first(), second()]', [TUPLE]],
  ['counting inside an expression', 'use(count++)', [ASSIGNMENT]],
  ['counting inside a condition', 'if (++count > 1) use(count)', [ASSIGNMENT]],
  ['assignment inside an expression', 'use((first = find()))', [ASSIGNMENT]],
  ['assignment as the value of a function', 'const set = (value) => (current = value)', [ASSIGNMENT]],
  ['assignment that returns its value', 'const get = () => (current ??= find())', [ASSIGNMENT]],
  ['void of an assignment', 'const set = (value) => void (current = value)', [ASSIGNMENT]],
  ['chained assignments', 'one = other = 0', [ASSIGNMENT]],
  ['a comma operator', 'use((log(), value))', ['Unexpected use of comma operator.']],
  ['nested ternaries', 'use(a ? b : c ? d : e)', ['Do not nest ternary expressions.']],
])('rejects %s', (_form, code, messages) => {
  expect(messagesFor(code)).toEqual(messages)
})

it.each([
  ['spread of a variable or a condition', 'use({ ...given, ...(isNew && { id }) }, [...items])'],
  ['the destructuring of a result', 'const [one, other] = split(text)'],
  ['counting and assignment as statements', 'count++; first = find(); cached ??= find()'],
  ['the header of a loop', 'for (index = 0; index < count; index++) use(index)'],
  ['default values', 'const read = ({ limit = 1 } = {}, [first = 2] = []) => use(limit, first)'],
])('accepts %s', (_form, code) => {
  expect(messagesFor(code)).toEqual([])
})

it('rejects functions above the maximum, and counts neither blank lines nor comments', () => {
  const withLines = (lines: string[]) => `function long() {\n${lines.join('\n')}\n}`
  const rules = shortFunctions(4)
  expect(messagesFor(withLines(['one()', '', '// Comment.', 'two()']), rules)).toEqual([])
  expect(messagesFor(withLines(['one()', 'two()', 'three()']), rules)).toEqual([
    "Function 'long' has too many lines (5). Maximum allowed is 4.",
  ])
})
