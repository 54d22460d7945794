import { readdirSync, readFileSync } from 'node:fs'
import { PARTNER_ERRORS } from '@partner-accounts/rules'
import { describe, expect, it } from 'vitest'
import { createReference } from '../src/index.ts'
import { SAMPLE_LANGUAGES } from '../src/samples/index.ts'

const BASE_URL = 'https://api.example/partners/v1'
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const reference = createReference(read('packages/api/openapi.json'), {
  baseUrl: BASE_URL,
  rateLimit: { requests: 7, windowSeconds: 30 },
  tokenLifetimeSeconds: 900,
  sdk: { name: `${BASE_URL}/sdk-1.2.3.tgz`, integrity: 'sha512-abc==' },
})

it('every text of the OpenAPI document that the page shows is translated into Portuguese', () => {
  const missing = new Set<string>()
  reference.page('pt-BR', (text) => missing.add(text))

  expect([...missing]).toEqual([])
})

/** All but the changelog, which has both languages. */
const pages = readdirSync(new URL('../../../docs/rest', import.meta.url)).filter(
  (file) => file.endsWith('.md') && file !== 'changelog.md',
)

/** Returns the levels of headings, the code and the number of rows and list items, which translations share. */
function structureOf(page: string): string[] {
  const withoutLocal = page.replaceAll(/^<!-- local -->[\s\S]*?<!-- end -->$/gm, '')
  const parts = withoutLocal.match(/^```sh[\s\S]*?^```$|^#+ |^```\w*$|^\| |^(?:-|\d\.) /gm) ?? []
  return parts.map((part) =>
    part
      .replaceAll(/(?:your|seu) e-mail/g, 'E-MAIL')
      .replaceAll(/your password|sua senha/g, 'PASSWORD')
      .replaceAll(/(Accept-Language): (?:en|pt-BR)/g, '$1'),
  )
}

it.each(pages)('docs/rest/pt/%s states no number that the English page does not state', (file) => {
  const numbersIn = (page: string): string[] => read(`docs/rest/${page}`).match(/\b\d+\b(?!\.)/g) ?? []
  const english = numbersIn(file)

  expect(numbersIn(`pt/${file}`).filter((number) => !english.includes(number))).toEqual([])
})

it.each(pages)('docs/rest/pt/%s has the sections, tables and commands of the English page', (file) => {
  const english = structureOf(read(`docs/rest/${file}`))
  const portuguese = structureOf(read(`docs/rest/pt/${file}`))

  expect(portuguese).toEqual(english)
})

describe.each(['pt-BR', 'en'] as const)('The reference page in %s', (locale) => {
  const page = reference.page(locale)
  const idsIn = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, id]) => id!)

  it('has a unique id for every target of its links', () => {
    const ids = idsIn(/ id="([^"]+)"/g)
    const targets = idsIn(/href="#([^"]+)"/g).map(decodeURIComponent)

    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(targets.length).toBeGreaterThan(50)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })

  it('explains every error that partners can receive', () => {
    const codes = Object.values(PARTNER_ERRORS).map(({ code }) => String(code))
    expect(idsIn(/<dt id="error-([0-9a-z-]+)"/g).sort()).toEqual([...new Set([...codes, 'invalid-fields'])].sort())
    for (const kind of Object.keys(PARTNER_ERRORS)) expect(page).toContain(kind)
  })

  it('states the configured address, limits and token lifetime', () => {
    expect(page).toContain(BASE_URL)
    expect(page).toContain('q=7;w=30')
    expect(page).toMatch(/7 re\S+ (in any|em quaisquer) 30 /)
    expect(page).toMatch(/15 minut[eo]s/)
    expect(page).not.toMatch(/q=60|undefined|\[object|\{\w+\}%/)
  })

  it('leaves out what is about a local service, and links to files', () => {
    expect(page).not.toMatch(/localhost|demo\.json|\.md["#)]/)
    expect(reference.markdown(locale)).not.toMatch(/localhost|demo\.json|\.md\b/)
  })

  it('has code samples for each operation, and for signatures, in each language', () => {
    expect(idsIn(/role="tabpanel"\s+id="([^"]+)"/g)).toHaveLength(5 * Object.keys(SAMPLE_LANGUAGES).length)
  })

  it('contains no inline script and no inline style, which its policy would block', () => {
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/)
  })
})
