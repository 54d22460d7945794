import type { InfoObject, SecuritySchemeObject, TagObject } from './openapi-document.ts'

export const describeInfo = (settings: DocumentSettings, baseUrl: string): InfoObject => ({
  title: `${settings.productName} API`,
  // This is the version of the interface (9.1), not of the service.
  version: '1',
  description: describeInterface(settings, baseUrl),
  contact: { name: 'Partner Accounts team', ...contactOf(settings.help.supportUrl) },
  license: { name: 'MIT', identifier: 'MIT' },
})

/** Returns the introduction. It links to the guides, which are the pages of docs/rest. */
const describeInterface = (
  { rateLimit: { requests, windowSeconds }, tokenLifetimeSeconds }: DocumentSettings,
  baseUrl: string,
): string =>
  `
Create accounts for your customers and read the accounts that you have. All requests and responses are JSON over HTTPS. A
partner can access its own accounts only.

Sign in with the e-mail and password of a portal user. The token is valid for ${formatDuration(tokenLifetimeSeconds)}.

A partner has ${requests} requests in any ${windowSeconds} seconds by default, over all its users and tokens.

Version 1 changes by additions only. Clients must ignore unknown fields, and handle an unknown \`_code\` by its HTTP status.

The [guides](${baseUrl}/docs) explain the first steps, permissions, safe retries, paging, the rate limit, events and errors.
The document of [events](${baseUrl}/events/openapi.json) describes the extension \`GET /events\`.
`.trim()

function contactOf(supportUrl: string | undefined) {
  if (supportUrl === undefined) return {}
  return supportUrl.startsWith('mailto:') ? { email: supportUrl.slice('mailto:'.length) } : { url: supportUrl }
}

export const TAGS: TagObject[] = [
  { name: 'Tokens', description: 'Sign in as a portal user to obtain the token for all other requests.' },
  { name: 'Accounts', description: 'Create, list and read the accounts of your customers.' },
  { name: 'Events', description: 'What endpoints receive when something changes.' },
]

export const EXTENSION_TAGS: TagObject[] = [
  { name: 'Events', description: 'Read what changed instead of polling accounts. An extension of the interface.' },
]

export const SECURITY_SCHEMES: Record<string, SecuritySchemeObject> = {
  PartnerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `token` of `POST /tokens`.',
  },
}

export interface DocumentSettings {
  /** The base of links. If empty, the server's address is relative. */
  publicUrl: string
  productName: string
  /** Requests in any sliding window. */
  rateLimit: { requests: number; windowSeconds: number }
  tokenLifetimeSeconds: number
  help: { supportUrl: string | undefined }
}

const UNITS = [
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
]

/** Formats a duration in its largest whole unit: `an hour`, `90 minutes`, `45 seconds`. */
function formatDuration(seconds: number): string {
  const unit = UNITS.find((candidate) => seconds % candidate.seconds === 0)!
  const count = seconds / unit.seconds
  if (count === 1) return unit.name === 'hour' ? 'an hour' : `a ${unit.name}`
  return `${count} ${unit.name}s`
}
