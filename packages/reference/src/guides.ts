import path from 'node:path/posix'
import type { Locale } from '@partner-accounts/rules'
import { readGuide } from './guide-files.ts'
import { PLACEHOLDERS } from './samples/index.ts'

export interface GuideSettings {
  baseUrl: string
  rateLimit: { requests: number; windowSeconds: number }
  tokenLifetimeSeconds: number
  /** What partners pass to `npm install`. */
  sdk: { name: string; integrity?: string | undefined }
  /** Of a demo user who can sign in, so that commands work as they are. */
  demo?: { email: string; password: string } | undefined
  supportUrl?: string | undefined
  statusUrl?: string | undefined
  /** From which webhooks are sent. */
  webhookAddresses?: readonly string[] | undefined
}

export interface Guide {
  id: string
  title: string
  text: string
}

const GUIDE_IDS = [
  'getting-started',
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
]

/** In reading order; the last two are events, an extension, and errors. */
export const guidesOf = (locale: Locale, settings: GuideSettings): Guide[] =>
  GUIDE_IDS.map((id) => {
    const page = readGuide(locale === 'en' ? `${id}.md` : `pt/${id}.md`)
    const [, title = '', text = ''] = /^# (.+)\n([\s\S]*)$/.exec(page) ?? []
    const own = withCredentials(text, locale, settings.demo)
    return { id, title, text: withSettings(withoutRepository(own, id), locale, settings) }
  })

/** The file's table has a column per language. */
export const changesOf = (locale: Locale): string =>
  [...readGuide('changelog.md').matchAll(/^\| (\d{4}-\d\d-\d\d) \| (.+) \| (.+) \|$/gm)]
    .map(([, date, english, portuguese]) => `- ${date}: ${locale === 'en' ? english : portuguese}`)
    .join('\n')

/** Replaces the placeholders, and keeps the passages about them that apply. */
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
  if (!GUIDE_IDS.includes(id) && id !== 'changelog') return undefined
  // Responses link to this anchor in every language.
  if (id === 'errors' && section !== undefined) return 'error-invalid-fields'
  return section === undefined ? id : `${id}-${section}`
}

function sourceAddresses(addresses: readonly string[], locale: Locale): string {
  const list = addresses.map((address) => `- \`${address}\``).join('\n')
  return `${locale === 'en' ? 'Requests come from:' : 'As requisições vêm de:'}\n\n${list}`
}

function withSettings(
  text: string,
  locale: Locale,
  { baseUrl, rateLimit, tokenLifetimeSeconds, sdk, webhookAddresses = [] }: GuideSettings,
): string {
  const { requests, windowSeconds } = rateLimit
  const [lifetime, unit] =
    tokenLifetimeSeconds % 60 === 0 ? [tokenLifetimeSeconds / 60, 'minute'] : [tokenLifetimeSeconds, 'second']
  const duration = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return text
    .replaceAll('http://localhost:3000/partners/v1/sdk.tgz', sdk.name)
    .replace(/<!-- addresses -->([\s\S]*?)<!-- end -->/, (_match, unknown: string) =>
      webhookAddresses.length > 0 ? sourceAddresses(webhookAddresses, locale) : unknown,
    )
    .replaceAll('<!-- integrity -->', sdk.integrity ? ` (\`${sdk.integrity}\`)` : '')
    .replaceAll('http://localhost:3000/partners/v1', baseUrl)
    .replaceAll('q=60;w=60', `q=${requests};w=${windowSeconds}`)
    .replaceAll(/60 (requests in any|requisições em quaisquer) 60/g, `${requests} $1 ${windowSeconds}`)
    .replaceAll(/60 (minutes|minutos)/g, duration.format(lifetime))
}
