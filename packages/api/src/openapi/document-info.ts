import { describeInterface } from './description.ts'
import type { DocumentSettings } from './document-settings.ts'
import type { InfoObject, SecuritySchemeObject, TagObject } from './openapi-document.ts'

export const describeInfo = (settings: Required<DocumentSettings>): InfoObject => ({
  title: 'Partner Accounts API',
  // 9.1: the version of the interface, not of what implements it.
  version: '1',
  description: describeInterface(settings),
  contact: { name: 'Partner Accounts team' },
  license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
})

export const TAGS: TagObject[] = [
  { name: 'Tokens', description: 'Sign in as a portal user and get the token that everything else asks for.' },
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
