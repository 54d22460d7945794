import { AccountList, type ListParams } from './account-list.ts'
import type { ApiCaller } from '../http/api-caller.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { expect, expectKeys, isHeaderValue, isObject, isText } from '../options/checks.ts'
import type { CallOptions } from '../options/client-options.ts'
import { CreationOutcome } from './creation-outcome.ts'
import { PossiblyCreatedError } from '../errors/errors.ts'
import type { ApiResponse } from '../http/exchange.ts'
import { newId } from '../http/ids.ts'
import type { AccountDetail, AccountPageBody, CreateAccountBody, CreatedAccount } from '../wire/models.ts'

const ROUTE = '/partner-accounts'

/** What reading an account can bring along. */
export interface GetParams {
  /** The account's secret: with it the answer has the `api_token`. A wrong one is no error. */
  secret?: string | undefined
}

/** The partner's accounts. */
export class Accounts {
  readonly #api: ApiCaller

  constructor(api: ApiCaller) {
    this.#api = api
  }

  /**
   * Creates an account. A lost answer is asked for again under the same idempotency key, so that no retry creates a
   * second account and the secret is not lost.
   *
   * @param body the account; `company_doc` has a `cnpj` or a `cpf`
   * @returns `_id`, `api_token` and `secret`. Store the secret: no other answer has it. Printed, both are hidden
   * @throws ApiError with `fields` for invalid fields, with `ErrorCode.EMAIL_TAKEN` for an e-mail that is taken
   * @throws PossiblyCreatedError when no answer told whether the account was created
   * @example
   * const { _id, secret } = await client.accounts.create(body, { idempotencyKey: `order-${order.id}` })
   */
  create(body: CreateAccountBody, options: CallOptions = {}): ApiPromise<CreatedAccount> {
    return apiPromise(this.#create(body, options))
  }

  /**
   * Reads one account.
   *
   * @param idOrDocument the account's `_id`, or its employer's CNPJ or CPF without punctuation
   * @throws ApiError with `ErrorCode.ACCOUNT_NOT_FOUND` or `ErrorCode.INVALID_IDENTIFIER`
   * @example
   * const { api_token } = await client.accounts.get('12ABC34501DE35', { secret })
   */
  get(idOrDocument: string, params: GetParams = {}, options: CallOptions = {}): ApiPromise<AccountDetail> {
    return apiPromise(this.#get(idOrDocument, params, options))
  }

  /**
   * The accounts, newest first: one page when awaited, all of them when iterated.
   *
   * @example
   * const { items, meta } = await client.accounts.list({ page: 2, max_results: 50 })
   * @example
   * for await (const account of client.accounts.list()) console.log(account.name)
   */
  list(params: ListParams = {}, options: CallOptions = {}): AccountList {
    return new AccountList(params, (wanted, stop) => this.#fetchPage(wanted, options, stop), options?.signal)
  }

  async #create(body: CreateAccountBody, options: CallOptions): Promise<ApiResponse<CreatedAccount>> {
    expect(isObject(body), 'create takes an object.')
    const key = options?.idempotencyKey ?? newId()
    const request = { route: ROUTE, body: JSON.stringify(body), headers: { 'idempotency-key': key } }
    const outcome = new CreationOutcome()
    try {
      return await this.#api.call<CreatedAccount>(request, options, { onFailure: outcome.failed })
    } catch (error) {
      if (!outcome.isUnknown) throw error
      const { cnpj, cpf } = (body.company_doc ?? {}) as Partial<CreateAccountBody['company_doc']>
      throw new PossiblyCreatedError(key, cnpj ?? cpf ?? '', error)
    }
  }

  async #get(idOrDocument: string, params: GetParams, options: CallOptions): Promise<ApiResponse<AccountDetail>> {
    // Dots would lead elsewhere.
    expect(isText(idOrDocument) && /[^.]/.test(idOrDocument), 'get takes an id, a CNPJ or a CPF.')
    expectKeys('get', params, ['secret'])
    const { secret } = params
    expect(secret === undefined || isHeaderValue(secret), 'secret must be a header value.')
    const request = { route: `${ROUTE}/{account_id}`, path: `${ROUTE}/${encodeURIComponent(idOrDocument)}` }
    const withSecret = secret === undefined ? {} : { headers: { 'x-secret': secret }, secrets: [secret] }
    return this.#api.call<AccountDetail>({ ...request, ...withSecret }, options)
  }

  #fetchPage(params: ListParams, options: CallOptions, stop: AbortSignal | undefined) {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value))
    const path = `${ROUTE}?${query}`.replace(/\?$/, '')
    return this.#api.call<AccountPageBody>({ route: ROUTE, path }, options, stop ? { stop } : {})
  }
}
