import { describeInterface } from './description.ts'
import type { DocumentSettings } from './document-settings.ts'
import type { InfoObject, SecuritySchemeObject, TagObject } from './openapi-document.ts'

export const describeInfo = (settings: Required<DocumentSettings>): InfoObject => ({
  title: 'Partner Accounts API',
  // The version of the interface (9.1), not of the service.
  version: '1',
  description: describeInterface(settings),
  contact: { name: 'Partner Accounts team', ...contactOf(settings.help.supportUrl) },
  license: { name: 'MIT', identifier: 'MIT' },
})

const contactOf = (supportUrl: string | undefined) =>
  supportUrl?.startsWith('mailto:') ? { email: supportUrl.slice('mailto:'.length) } : supportUrl && { url: supportUrl }

export const TAGS: TagObject[] = [
  { name: 'Tokens', description: 'Sign in as a portal user to obtain the token for all other requests.' },
  { name: 'Accounts', description: 'Create, list and read the accounts of your customers.' },
]

export const SECURITY_SCHEMES: Record<string, SecuritySchemeObject> = {
  PartnerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `token` of `POST /tokens`.',
  },
}
