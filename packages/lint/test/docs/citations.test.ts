import { describe, expect, it } from 'vitest'
import { anchorsOf, listFiles, readFile } from './repository.ts'

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm
const PART = String.raw`(?:parts? [1-9]|[1-9]\.[1-9](?: rule [1-9])?)`
/** `(2.6)`, `(2.9, part 7)`, `(4.2 to 4.4)`, `(9.1; RFC 9745)` */
const IN_PARENTHESES = new RegExp(String.raw`\((${PART}(?:(?:, | and | to )(?:${PART}|[1-9]))*)[);]`, 'g')
/** A line of a comment that begins with a number: `4.4 rule 2: …` */
const AT_LINE_START = new RegExp(String.raw`^[/* ]*(${PART})(?=[ ,:;.]|$)`, 'gm')
/** `part 7 of the specification`, `parts 4 and 7` */
const IN_A_SENTENCE = /\b(parts? [1-9](?:(?:, | and | to )[1-9]\b)*)/g

/** Returns the anchors of docs/specification.md that the comments of a source text cite. */
function citationsIn(source: string): string[] {
  const comments = source.match(COMMENT) ?? []
  const cited = comments.flatMap((comment) =>
    [IN_PARENTHESES, AT_LINE_START, IN_A_SENTENCE].flatMap((form) =>
      [...comment.matchAll(form)].map(([, text]) => text),
    ),
  )
  const numbers = cited.flatMap((text) => text!.match(/[1-9](?:\.[1-9](?: rule [1-9])?)?/g) ?? [])
  return [...new Set(numbers)].map((number) => number.replaceAll(' ', '-'))
}

describe('citations of the specification', () => {
  it.each([
    ['/** The body of a creation (2.6). */', ['2.6']],
    ['/** The error envelope (2.9, part 7). */', ['2.9', '7']],
    ['// Operations (4.2 to 4.4) and their errors (parts 4 and 7)', ['4.2', '4.4', '4', '7']],
    ['/**\n * 4.4 rule 2: check digits are not verified.\n */', ['4.4-rule-2']],
    ["const url = 'http://host/' // see part 8 of the specification", ['8']],
    ['// RFC 6750, 2.1; takes 1.5 s, as (0.5 s) would be too short for WCAG 2.2', []],
  ])('%j cites %j', (source, expected) => {
    expect(citationsIn(source)).toEqual(expected)
  })

  it('in comments of the code all lead to an anchor of docs/specification.md', () => {
    const anchors = anchorsOf(readFile('docs/specification.md'))
    const cited = listFiles('*.ts', '*.tsx', '*.js', '*.mjs', '*.sql', '*.prisma')
      .filter((file) => !file.endsWith('docs/citations.test.ts'))
      .flatMap((file) => citationsIn(readFile(file)).map((anchor) => ({ file, anchor })))

    expect(cited.length).toBeGreaterThan(30)
    expect(cited.filter(({ anchor }) => !anchors.has(anchor))).toEqual([])
  })
})
