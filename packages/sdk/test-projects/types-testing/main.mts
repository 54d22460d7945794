import { PartnerAccounts } from '@partner-accounts/sdk'
import { partnerAccountsService, type PartnerAccountsService } from '@partner-accounts/sdk/testing'
import { setupServer } from 'msw/node'

const service: PartnerAccountsService = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
setupServer(...service.handlers).listen({ onUnhandledRequest: 'error' })
service.failNext({ kind: 'lost-response' }, { operation: 'createPartnerAccount' })
// @ts-expect-error no such failure
service.failNext({ kind: 'earthquake' })

export const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials })
