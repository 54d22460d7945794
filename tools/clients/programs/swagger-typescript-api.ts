import { account, baseUrl, credentials, print } from './common.js'
import { Api, type Erro88Model, type HttpResponse } from './swagger-typescript-api/api.js'

const api = new Api<string>({ baseUrl, securityWorker: (token) => ({ headers: { authorization: `Bearer ${token}` } }) })
const { data: session } = await api.tokens.createToken(credentials)
api.setSecurityData(session.token)

const body = account('swagger@estrela.example')
const { data: created } = await api.partnerAccounts.createPartnerAccount(body)
const { data: page } = await api.partnerAccounts.listPartnerAccounts({ max_results: 100 })
const headers = { 'X-Secret': created.secret ?? '' }
const { data: detail } = await api.partnerAccounts.getPartnerAccount(created._id, { headers })

// This client throws errors, whose type has to be stated.
const { error } = await api.partnerAccounts
  .createPartnerAccount(body)
  .catch((response: HttpResponse<never, Erro88Model>) => response)
if (!('_code' in error) || error._code !== 88) throw new Error(JSON.stringify(error))
print({
  created: created._id,
  total: page._meta.total,
  title: page._links.self?.title,
  apiToken: detail.api_token,
  taken: error._code,
})
