import path from 'node:path/posix'
import type { Locale } from '@partner-accounts/rules'
import { readRepositoryFile } from './repository-files.ts'
import { PLACEHOLDERS } from './samples/index.ts'

export interface GuideSettings {
  baseUrl: string
  rateLimit: { requests: number; windowSeconds: number }
  tokenLifetimeSeconds: number
  /** What partners pass to `npm install`. */
  sdk: { name: string; integrity?: string | undefined }
  /** Credentials of the demo user. They are inserted into commands, which then work as they are. */
  demo?: { email: string; password: string } | undefined
  supportUrl?: string | undefined
  statusUrl?: string | undefined
  /** Addresses from which webhooks are sent. */
  webhookAddresses?: readonly string[] | undefined
}

export interface Guide {
  id: GuideId
  title: string
  text: string
}

/** The guides, in reading order. */
export const GUIDE_IDS = [
  'getting-started',
  'generate-a-client',
  'creating-accounts',
  'test-mode',
  'permissions',
  'idempotency',
  'paging',
  'rate-limit',
  'limits',
  'versioning',
  'events',
  'errors',
] as const

export type GuideId = (typeof GUIDE_IDS)[number]

/** Returns the address of a page and, if given, of a place on it. */
export type LinkTo = (view: string, anchor?: string) => string

export function guideOf(id: GuideId, locale: Locale, settings: GuideSettings, linkTo: LinkTo): Guide {
  const page = readGuide(locale === 'en' ? `${id}.md` : `pt/${id}.md`)
  const [, title = '', source = ''] = /^# (.+)\n([\s\S]*)$/.exec(page) ?? []
  const withDemo = withCredentials(source, locale, settings.demo)
  const text = withSettings(withoutRepository(withDemo, id, linkTo), locale, settings)
  return { id, title, text }
}

export interface Change {
  date: string
  text: string
}

/** Reads the changelog, whose table has the columns date, English and Portuguese. */
export const changesOf = (locale: Locale): Change[] =>
  [...readGuide('changelog.md').matchAll(/^\| (\d{4}-\d\d-\d\d) \| (.+) \| (.+) \|$/gm)].map(
    ([, date = '', english = '', portuguese = '']) => ({ date, text: locale === 'en' ? english : portuguese }),
  )

/** @param file such as `pt/errors.md` */
const readGuide = (file: string) => readRepositoryFile(`docs/rest/${file}`)

/**
 * Inserts the credentials of the demo user and keeps the passages about them. Without a demo user, keeps the passages
 * about the reader's own credentials. Passages about the demo user are comments, so GitHub does not show them.
 */
function withCredentials(text: string, locale: Locale, demo: GuideSettings['demo']): string {
  if (!demo) {
    return text
      .replaceAll(/^<!-- own credentials -->$([\s\S]*?)^<!-- end -->$/gm, '$1')
      .replaceAll(/^<!-- demo credentials$[\s\S]*?^-->$/gm, '')
  }
  return text
    .replaceAll(/^<!-- own credentials -->$[\s\S]*?^<!-- end -->$/gm, '')
    .replaceAll(/^<!-- demo credentials$([\s\S]*?)^-->$/gm, '$1')
    .replaceAll(PLACEHOLDERS.email[locale], demo.email)
    .replaceAll(PLACEHOLDERS.password[locale], demo.password)
}

/** Removes passages about a local service, and replaces links to files with links to pages of the reference. */
const withoutRepository = (text: string, id: GuideId, linkTo: LinkTo): string =>
  text
    .replaceAll(/^<!-- local -->[\s\S]*?<!-- end -->$/gm, '')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (link, title: string, target: string) => {
      if (/^https?:/.test(target)) return link
      const url = urlOf(target, id, linkTo)
      return url === undefined ? title : `[${title}](${url})`
    })

/** Returns `undefined` if the reference has no page for the file. */
function urlOf(target: string, from: GuideId, linkTo: LinkTo): string | undefined {
  const [file = '', section] = target.split('#')
  const id = file === '' ? from : path.basename(file, '.md')
  if (!GUIDE_IDS.some((known) => known === id) && id !== 'changelog') return undefined
  if (section === undefined) return linkTo(id)
  // Links to the error guide have no section other than that on invalid fields. Its anchor is not translated, because error
  // responses link to it, too.
  return linkTo(id, id === 'errors' ? 'error-invalid-fields' : `${id}-${section}`)
}

function sourceAddresses(addresses: readonly string[], locale: Locale): string {
  const list = addresses.map((address) => `- \`${address}\``).join('\n')
  return `${locale === 'en' ? 'Requests come from:' : 'As requisições vêm de:'}\n\n${list}`
}

/** Replaces the default settings, which the guides state, with those of this service. */
function withSettings(
  text: string,
  locale: Locale,
  { baseUrl, rateLimit, tokenLifetimeSeconds, sdk, webhookAddresses = [] }: GuideSettings,
): string {
  const { requests, windowSeconds } = rateLimit
  const isWholeMinutes = tokenLifetimeSeconds % 60 === 0
  const lifetime = isWholeMinutes ? tokenLifetimeSeconds / 60 : tokenLifetimeSeconds
  const unit = isWholeMinutes ? 'minute' : 'second'
  const duration = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return text
    .replaceAll('http://localhost:3000/partners/v1/sdk.tgz', sdk.name)
    .replace(/<!-- addresses -->([\s\S]*?)<!-- end -->/, (_match, fallback: string) =>
      webhookAddresses.length > 0 ? sourceAddresses(webhookAddresses, locale) : fallback,
    )
    .replaceAll('<!-- integrity -->', sdk.integrity ? ` (\`${sdk.integrity}\`)` : '')
    .replaceAll('http://localhost:3000/partners/v1', baseUrl)
    .replaceAll('q=60;w=60', `q=${requests};w=${windowSeconds}`)
    .replaceAll(/60 (requests in any|requisições em quaisquer) 60/g, `${requests} $1 ${windowSeconds}`)
    .replaceAll(/60 (minutes|minutos)/g, duration.format(lifetime))
}
