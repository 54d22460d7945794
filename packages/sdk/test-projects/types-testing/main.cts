import { partnerAccountsService } from '@partner-accounts/sdk/testing'

const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1', tokenLifetimeSeconds: 60 })
export const secret: string | null = service.addAccount({ company_doc: { cnpj: '12ABC34501DE35' } }).secret
