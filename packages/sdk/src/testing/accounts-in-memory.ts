import { ACCOUNT_IDENTIFIER_PATTERN } from '@partner-accounts/rules'
import type { Account, AccountDetail, AccountPageBody, CreateAccountBody, CreatedAccount } from '../wire/models.ts'
import type { MadeUpValues } from './made-up-values.ts'
import { Rejection } from './rejection.ts'

export interface AccountState {
  createdAt: number
  active_employees: number
  subscription_employees: number
  subscription_face_ids: number
}

export type AddedAccount = Record<keyof CreatedAccount, string>

interface StoredAccount extends AccountState {
  _id: string
  partner: string
  body: CreateAccountBody
  api_token: string | null
  secret: string
}

export class AccountsInMemory {
  #accounts: readonly StoredAccount[] = []
  readonly #values: MadeUpValues

  constructor(values: MadeUpValues) {
    this.#values = values
  }

  /** @throws Rejection `administrator-email-taken` */
  create(partner: string, body: CreateAccountBody, state: AccountState): AddedAccount {
    const email = body.email.toLowerCase()
    if (this.#accounts.some((account) => account.body.email.toLowerCase() === email)) {
      throw new Rejection('administrator-email-taken')
    }
    const created = {
      _id: this.#values.id(state.createdAt),
      api_token: `pat_${this.#values.bytes('api_token')}`,
      secret: `pas_${this.#values.bytes('secret')}`,
    }
    this.#accounts = [{ ...state, ...created, partner, body }, ...this.#accounts]
    return created
  }

  page(partner: string, page: number, size: number): AccountPageBody {
    const own = this.#accounts.filter((account) => account.partner === partner)
    const items = own.slice((page - 1) * size, page * size)
    const pages = Math.ceil(own.length / size)
    const link = (target: number, title: string) => ({
      href: `partner-accounts?max_results=${size}&page=${target}`,
      title,
    })
    return {
      _items: items.map(present),
      _links: {
        parent: { href: '/', title: 'home' },
        ...(items.length > 0 && { self: link(page, 'partner-accounts') }),
        ...(page < pages && { next: link(page + 1, 'next page') }),
        ...(pages > 1 && { last: link(pages, 'last page') }),
      },
      _meta: { max_results: size, page, total: own.length },
    }
  }

  /**
   * @param secret if it equals the account's secret, the result has the `api_token`
   * @throws Rejection `invalid-account-identifier`, `account-not-found`
   */
  read(partner: string, identifier: string, secret: string | null): AccountDetail {
    if (!ACCOUNT_IDENTIFIER_PATTERN.test(identifier)) throw new Rejection('invalid-account-identifier')
    const account = this.#accounts.find((own) => own.partner === partner && isNamed(own, identifier))
    if (!account) throw new Rejection('account-not-found')
    return { ...present(account), ...(secret === account.secret && { api_token: account.api_token }) }
  }

  partnerOf(id: string): string | undefined {
    return this.#byId(id)?.partner
  }

  change(id: string, changes: Partial<Pick<StoredAccount, 'api_token' | keyof AccountState>>): void {
    const account = this.#byId(id)
    if (!account) throw new Error(`There is no account ${id}.`)
    Object.assign(account, changes)
  }

  #byId(id: string): StoredAccount | undefined {
    return this.#accounts.find(({ _id }) => _id === id.toLowerCase())
  }
}

/** Ids have lower-case letters, and tax IDs upper-case letters. */
const isNamed = ({ _id, body: { company_doc } }: StoredAccount, identifier: string) =>
  _id === identifier.toLowerCase() || [company_doc.cnpj, company_doc.cpf].includes(identifier.toUpperCase())

export const formatTime = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}+00:00`

const present = ({ _id, createdAt, body: { company_doc }, ...account }: StoredAccount): Account => ({
  _id,
  _created: formatTime(createdAt),
  name: company_doc.name,
  financial_email: company_doc.financial_email ?? null,
  cnpj: company_doc.cnpj ?? null,
  active_employees: account.active_employees,
  subscription_employees: account.subscription_employees,
  subscription_face_ids: account.subscription_face_ids,
})
