// Compiled with `declaration: true`. Fails if the type of an export cannot be named by public types of the SDK.
import { PartnerAccounts } from '@partner-accounts/sdk'
import * as sdk from '@partner-accounts/sdk'
import { createMany, fileJournal } from '@partner-accounts/sdk/batch'
import { partnerAccountsService, sampleAccountBody } from '@partner-accounts/sdk/testing'
import { verify } from '@partner-accounts/sdk/webhooks'

export const client = new PartnerAccounts({ baseUrl: 'https://api.example/partners/v1', token: 'x' })
export const derived = client.withOptions({ timeoutMs: 1 })
export const { accounts, events } = client
export const list = () => client.accounts.list()
export const page = async () => client.accounts.list()
export const pages = () => client.accounts.list().pages()
export const all = () => client.accounts.list().toArray()
export const next = async () => (await client.accounts.list()).nextPage()
export const iterate = () => client.accounts.list()[Symbol.asyncIterator]()
export const listResponse = () => client.accounts.list().withResponse()
export const create = () => client.accounts.create(sampleAccountBody())
export const createResponse = () => client.accounts.create(sampleAccountBody()).withResponse()
export const recover = (error: sdk.PossiblyCreatedError) => client.accounts.recover(error)
export const get = () => client.accounts.get('x')
export const eventList = () => client.events.list()
export const eventPage = async () => client.events.list()
export const follow = () => client.events.follow()
export const many = () => createMany(client, [sampleAccountBody()])
export const journal = () => fileJournal('x')
export const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
export const made = () => ({
  user: service.addUser(),
  account: service.addAccount(),
  requests: service.requests,
  fetch: service.fetch,
  handlers: service.handlers,
})
export const verified = () => verify('', {}, '')
export const errors = { ...sdk }
export const mode = client.mode
export class Repository {
  constructor(readonly client: PartnerAccounts) {}
  list() {
    return this.client.accounts.list()
  }
  async first() {
    return (await this.client.accounts.list()).items[0]
  }
  page = async () => this.client.accounts.list()
}
