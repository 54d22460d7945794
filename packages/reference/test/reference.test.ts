import { readdirSync, readFileSync } from 'node:fs'
import { OPERATION_IDS, PARTNER_ERRORS } from '@partner-accounts/rules'
import { describe, expect, it } from 'vitest'
import { fieldsOf, nestFields, type ReferenceDocument } from '../src/document.ts'
import { createReference, VIEW_IDS } from '../src/index.ts'
import { SAMPLE_LANGUAGES } from '../src/samples/index.ts'
import { rank, snippetOf } from '../assets/rank.js'

const BASE_URL = 'https://api.example/partners/v1'
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const settings = {
  baseUrl: BASE_URL,
  rateLimit: { requests: 7, windowSeconds: 30 },
  tokenLifetimeSeconds: 900,
  sdk: { name: `${BASE_URL}/sdk-1.2.3.tgz`, integrity: 'sha512-abc==' },
}
const json = read('packages/api/openapi.json')
const document = JSON.parse(json) as ReferenceDocument
// Stands in for the document of the events extension, which `packages/api` generates.
const listEvents = { ...document.paths['/partner-accounts']!.get, operationId: 'listEvents' }
const events = { paths: { '/events': { get: listEvents } }, components: {} }
const reference = createReference(json, settings, JSON.stringify(events))

it('every text of the OpenAPI document that the page shows is translated into Portuguese', () => {
  const missing = new Set<string>()
  for (const id of VIEW_IDS) reference.view(id, 'pt-BR', (text) => missing.add(text))

  expect([...missing]).toEqual([])
})

/** The English guides, without the changelog, whose file has both languages. */
const guideFiles = readdirSync(new URL('../../../docs/rest', import.meta.url)).filter(
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

it.each(guideFiles)('docs/rest/pt/%s states no number that the English page does not state', (file) => {
  const numbersIn = (page: string): string[] => read(`docs/rest/${page}`).match(/\b\d+\b(?!\.)/g) ?? []
  const english = numbersIn(file)

  expect(numbersIn(`pt/${file}`).filter((number) => !english.includes(number))).toEqual([])
})

it.each(guideFiles)('docs/rest/pt/%s has the sections, tables and commands of the English page', (file) => {
  const english = structureOf(read(`docs/rest/${file}`))
  const portuguese = structureOf(read(`docs/rest/pt/${file}`))

  expect(portuguese).toEqual(english)
})

describe.each(['pt-BR', 'en'] as const)('The pages of the reference in %s', (locale) => {
  const pages = new Map([
    ['docs', reference.overview(locale)],
    ...VIEW_IDS.map((id) => [`docs/${id}`, reference.view(id, locale)] as const),
  ])
  const allPages = [...pages.values()].join('\n')
  const matchesIn = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, match]) => match!)
  const idsOf = (page: string) => matchesIn(page, / id="([^"]+)"/g)

  it('have unique ids, and a target for every link to another page or place', () => {
    let checked = 0
    for (const [name, page] of pages) {
      const ids = idsOf(page)
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
      for (const link of matchesIn(page, /<a [^>]*href="([^"]+)"/g)) {
        const { origin, pathname, hash } = new URL(link, `${BASE_URL}/${name}`)
        const isFile = /\.\w+$/.test(pathname)
        const isPage = `${origin}${pathname}/`.startsWith(`${BASE_URL}/docs/`) && !isFile
        if (!isPage || hash === '#content') continue
        const target = pages.get(pathname.replace('/partners/v1/', ''))
        const hasPlace = hash === '' || idsOf(target ?? '').includes(decodeURIComponent(hash.slice(1)))
        expect(target !== undefined && hasPlace, `${link} on ${name}`).toBe(true)
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(100)
  })

  it('link from the overview to each view, and to each error, by the anchors of the former single page', () => {
    const overview = pages.get('docs')!
    for (const id of VIEW_IDS) expect(overview).toMatch(new RegExp(`<a id="${id}" href="docs/${id}\\?lang=${locale}"`))
    for (const { code } of Object.values(PARTNER_ERRORS)) {
      expect(overview).toContain(`<a id="error-${code}" href="docs/errors?lang=${locale}#error-${code}"`)
    }
  })

  it('explain every error that partners can receive', () => {
    const errors = pages.get('docs/errors')!
    const codes = Object.values(PARTNER_ERRORS).map(({ code }) => String(code))
    expect(matchesIn(errors, /<dt id="error-([0-9a-z-]+)"/g).sort()).toEqual(
      [...new Set([...codes, 'invalid-fields'])].sort(),
    )
    for (const kind of Object.keys(PARTNER_ERRORS)) expect(errors).toContain(kind)
  })

  it('state the configured address, limits and token lifetime', () => {
    expect(allPages).toContain(BASE_URL)
    expect(allPages).toContain('q=7;w=30')
    expect(allPages).toMatch(/7 re\S+ (in any|em quaisquer) 30 /)
    expect(allPages).toMatch(/15 minut[eo]s/)
    expect(allPages).not.toMatch(/q=60|undefined|\[object/)
  })

  it('contain neither passages about a local service nor links to Markdown files of the repository', () => {
    expect(allPages).not.toMatch(/localhost|demo\.json|\.md["#)]/)
    // The whole reference as Markdown is served as `docs.md`.
    expect(reference.markdown(locale)).not.toMatch(/localhost|demo\.json|(?<!docs)\.md\b/)
  })

  it('have code samples for each operation, and for signatures, in each language', () => {
    const samples = OPERATION_IDS.length + 1
    const tabs = matchesIn(allPages, /role="tabpanel"\s+id="([^"]+)"/g)
    expect(tabs).toHaveLength(samples * Object.keys(SAMPLE_LANGUAGES).length)
  })

  it('contain no inline script and no inline style, which their policy would block', () => {
    expect(allPages).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/)
  })

  it('show fields as a tree, with names instead of paths, and the branches that clients must write open', () => {
    const page = pages.get('docs/createPartnerAccount')!
    const [, branch = ''] =
      /<dt id="createPartnerAccount-company_doc">([\s\S]+?)<dt id="createPartnerAccount-company_doc\.cpf">/.exec(
        page,
      ) ?? []
    expect(branch).toMatch(/<details +open>/)
    expect(page).toMatch(/<dt id="createPartnerAccount-company_doc\.address\.cep">\s*<code>cep<\/code>/)
  })

  it('highlight code of every language', () => {
    for (const language of Object.keys(SAMPLE_LANGUAGES)) {
      const code = new RegExp(`<code data-language="${language}">.*?hljs-`, 's')
      expect(pages.get('docs/createToken')).toMatch(code)
    }
  })

  it('state patterns in words', () => {
    expect(pages.get('docs/createPartnerAccount')).not.toMatch(/<code>\^/)
    expect(pages.get('docs/createPartnerAccount')).toMatch(/8 d[ií]git/)
  })
})

it('The tree of the fields contains every field once, below its object', () => {
  const { schema } = document.paths['/partner-accounts']!.post!.requestBody!.content['application/json']
  const fields = fieldsOf(document, schema)
  const pathsOf = (nodes: ReturnType<typeof nestFields>): string[] =>
    nodes.flatMap(({ path, children }) => [path, ...pathsOf(children)])

  const tree = nestFields(fields)
  expect(pathsOf(tree)).toEqual(fields.map(({ path }) => path))
  expect(tree.map(({ name }) => name)).toEqual([
    'full_name',
    'employees_quantity',
    'email',
    'mobile_phone',
    'company_doc',
  ])
})

it('The tree of the fields contains a field below its object, even if the object is listed later', () => {
  const fields = ['_items', '_items[].data.account_id', '_items[].data'].map((path) => ({
    path,
    schema: {},
    isRequired: false,
    isAlternative: false,
  }))
  expect(nestFields(fields)).toMatchObject([
    { name: '_items', children: [{ name: 'data', children: [{ name: 'account_id', children: [] }] }] },
  ])
})

it('The page of errors begins with a link to each code, in order', () => {
  const page = reference.view('errors', 'en')
  const [, codes = ''] = /<p class="error-links">([\s\S]*?)<\/p>/.exec(page) ?? []
  const links = [...codes.matchAll(/href="#error-(\d+)"/g)].map(([, code]) => Number(code))

  const expected = new Set(Object.values(PARTNER_ERRORS).map(({ code }) => code))
  expect(links).toEqual([...expected].sort((one, other) => one - other))
  for (const code of links) expect(page).toContain(`<dt id="error-${code}">`)
})

describe('The search', () => {
  const entriesIn = (locale: 'pt-BR' | 'en') => JSON.parse(reference.search(locale)) as Parameters<typeof rank>[0]
  const firstOf = (locale: 'pt-BR' | 'en', query: string) => {
    const [first] = rank(entriesIn(locale), query)
    return first && `${first.view}${first.anchor === undefined ? '' : `#${first.anchor}`}`
  }

  it.each([
    ['pagination', 'en', 'paging'],
    ['sandbox', 'en', 'test-mode'],
    ['webhook', 'en', 'events'],
    ['retry safely', 'en', 'idempotency'],
    ['113', 'en', 'errors#error-113'],
    ['first account', 'en', 'getting-started'],
    ['login', 'en', 'createToken'],
    ['mobile_phone', 'en', 'createPartnerAccount#createPartnerAccount-mobile_phone'],
    ['429', 'en', 'errors#error-429'],
    ['administrator-email-taken', 'en', 'errors#error-88'],
    ['cep', 'en', 'createPartnerAccount#createPartnerAccount-company_doc.address.cep'],
    ['paginacao', 'pt-BR', 'paging'],
    ['paginação', 'pt-BR', 'paging'],
    ['webhook', 'pt-BR', 'events'],
    ['homologação', 'pt-BR', 'test-mode'],
    ['repetir', 'pt-BR', 'idempotency'],
    ['113', 'pt-BR', 'errors#error-113'],
    ['primeira conta', 'pt-BR', 'getting-started'],
    // Questions of people who do not know the page.
    ['What does 113 mean?', 'en', 'errors#error-113'],
    ['code 113', 'en', 'errors#error-113'],
    ['how do I retry safely', 'en', 'idempotency'],
    ['create the first account', 'en', 'getting-started'],
    ['how do I create an account', 'en', 'createPartnerAccount'],
    ['get started', 'en', 'getting-started'],
    ['webhook xyzzy', 'en', 'events'],
    ['o que significa 113?', 'pt-BR', 'errors#error-113'],
    ['código 113', 'pt-BR', 'errors#error-113'],
    ['como repetir com segurança', 'pt-BR', 'idempotency'],
    ['como criar a primeira conta', 'pt-BR', 'getting-started'],
    ['como faço para criar uma conta', 'pt-BR', 'createPartnerAccount'],
  ] as const)('for %s in %s finds %s first', (query, locale, target) => {
    expect(firstOf(locale, query)).toBe(target)
  })

  it('finds nothing for an unknown word, for spaces or for characters of regular expressions', () => {
    expect(rank(entriesIn('en'), 'xyzzy')).toEqual([])
    expect(rank(entriesIn('en'), ' ')).toEqual([])
    expect(rank(entriesIn('en'), 'a.b(c[*')).toEqual([])
  })

  it('leads to places that exist', () => {
    const pages = new Map(VIEW_IDS.map((id) => [id as string, reference.view(id, 'pt-BR')]))
    for (const { view, anchor } of entriesIn('pt-BR')) {
      expect(pages.get(view)).toContain(anchor === undefined ? '<h1' : ` id="${anchor}"`)
    }
  })

  it('shows the surroundings of the match, whatever its case and accents', () => {
    const text = `${'word '.repeat(40)}Segredo da CRIAÇÃO da conta ${'fim '.repeat(40)}`
    expect(snippetOf(text, 'criacao')).toMatch(/^… word .*Segredo da CRIAÇÃO da conta fim.* …$/)
    expect(snippetOf('A short text', 'short')).toBe('A short text')
  })

  it('shows no marks of Markdown: headings, code or bold text', () => {
    const withMarks = entriesIn('en').filter(({ title, text }) => /(?:^|\s)#|`|\*\*/.test(title + text))
    expect(withMarks.map(({ title }) => title)).toEqual([])
  })
})

it('The Atom feed has an entry per change, with distinct ids', () => {
  const feed = reference.changes('en')
  const ids = [...feed.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id)
  const rows = read('docs/rest/changelog.md').match(/^\| \d{4}/gm) ?? []

  expect(feed).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>/)
  expect(feed.match(/<entry>/g)).toHaveLength(rows.length)
  // The feed itself also has an id.
  expect(new Set(ids).size).toBe(rows.length + 1)
})
