// Packages that compile this source must find the declaration.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./markdown.d.ts" />
import path from 'node:path/posix'
import type { Locale } from '@partner-accounts/rules'
import changelog from '../../../docs/rest/changelog.md?raw'
import errors from '../../../docs/rest/errors.md?raw'
import events from '../../../docs/rest/events.md?raw'
import gettingStarted from '../../../docs/rest/getting-started.md?raw'
import idempotency from '../../../docs/rest/idempotency.md?raw'
import paging from '../../../docs/rest/paging.md?raw'
import permissions from '../../../docs/rest/permissions.md?raw'
import rateLimit from '../../../docs/rest/rate-limit.md?raw'
import testMode from '../../../docs/rest/test-mode.md?raw'
import versioning from '../../../docs/rest/versioning.md?raw'
import errorsPt from '../../../docs/rest/pt/errors.md?raw'
import eventsPt from '../../../docs/rest/pt/events.md?raw'
import gettingStartedPt from '../../../docs/rest/pt/getting-started.md?raw'
import idempotencyPt from '../../../docs/rest/pt/idempotency.md?raw'
import pagingPt from '../../../docs/rest/pt/paging.md?raw'
import permissionsPt from '../../../docs/rest/pt/permissions.md?raw'
import rateLimitPt from '../../../docs/rest/pt/rate-limit.md?raw'
import testModePt from '../../../docs/rest/pt/test-mode.md?raw'
import versioningPt from '../../../docs/rest/pt/versioning.md?raw'

export interface GuideSettings {
  baseUrl: string
  rateLimit: { requests: number; windowSeconds: number }
  tokenLifetimeSeconds: number
  supportUrl?: string | undefined
  statusUrl?: string | undefined
}

export interface Guide {
  id: string
  title: string
  text: string
}

/** In reading order. Omits pages that repeat the OpenAPI document. */
const ENGLISH = {
  'getting-started': gettingStarted,
  'test-mode': testMode,
  permissions,
  idempotency,
  paging,
  'rate-limit': rateLimit,
  versioning,
  events,
  errors,
}

const PORTUGUESE: typeof ENGLISH = {
  'getting-started': gettingStartedPt,
  'test-mode': testModePt,
  permissions: permissionsPt,
  idempotency: idempotencyPt,
  paging: pagingPt,
  'rate-limit': rateLimitPt,
  versioning: versioningPt,
  events: eventsPt,
  errors: errorsPt,
}

/** In reading order; the last two are events, an extension, and errors. */
export const guidesOf = (locale: Locale, settings: GuideSettings): Guide[] =>
  Object.entries(locale === 'en' ? ENGLISH : PORTUGUESE).map(([id, page]) => {
    const [, title = '', text = ''] = /^# (.+)\n([\s\S]*)$/.exec(page) ?? []
    return { id, title, text: withSettings(withoutRepository(text, id), locale, settings) }
  })

/** The file's table has a column per language. */
export const changesOf = (locale: Locale): string =>
  [...changelog.matchAll(/^\| (\d{4}-\d\d-\d\d) \| (.+) \| (.+) \|$/gm)]
    .map(([, date, english, portuguese]) => `- ${date}: ${locale === 'en' ? english : portuguese}`)
    .join('\n')

/** Removes what concerns a local service, demotes headings, and adapts links. */
const withoutRepository = (text: string, id: string): string =>
  text
    .replaceAll(/^<!-- local -->[\s\S]*?<!-- end -->$/gm, '')
    .replaceAll(/^##/gm, '###')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (link, title: string, target: string) => {
      if (/^https?:/.test(target)) return link
      const anchor = anchorOf(target, id)
      return anchor === undefined ? title : `[${title}](#${anchor})`
    })

/** `undefined` if the page lacks the file. */
function anchorOf(target: string, from: string): string | undefined {
  const [file = '', section] = target.split('#')
  const id = file === '' ? from : path.basename(file, '.md')
  if (id === 'creating-accounts') return 'createPartnerAccount'
  if (!(id in ENGLISH) && id !== 'changelog') return undefined
  // Responses link to this anchor in every language.
  if (id === 'errors' && section !== undefined) return 'error-invalid-fields'
  return section === undefined ? id : `${id}-${section}`
}

function withSettings(
  text: string,
  locale: Locale,
  { baseUrl, rateLimit, tokenLifetimeSeconds }: GuideSettings,
): string {
  const { requests, windowSeconds } = rateLimit
  const [lifetime, unit] =
    tokenLifetimeSeconds % 60 === 0 ? [tokenLifetimeSeconds / 60, 'minute'] : [tokenLifetimeSeconds, 'second']
  const duration = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return text
    .replaceAll('http://localhost:3000/partners/v1', baseUrl)
    .replaceAll('q=60;w=60', `q=${requests};w=${windowSeconds}`)
    .replaceAll(/60 (requests in any|requisições em quaisquer) 60/g, `${requests} $1 ${windowSeconds}`)
    .replaceAll(/60 (minutes|minutos)/g, duration.format(lifetime))
}
