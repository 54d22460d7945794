import { PossiblyCreatedError } from '../errors/errors.ts'
import type { ApiCaller } from '../http/api-caller.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { newId } from '../http/ids.ts'
import type { ApiResponse } from '../http/send-request.ts'
import { checkOptions } from '../options/check-options.ts'
import { expect, isObject, isText, show } from '../options/checks.ts'
import type { CallOptions } from '../options/client-options.ts'
import type { AccountDetail, AccountPageBody, CreateAccountBody, CreatedAccount } from '../wire/models.ts'
import { type AccountList, LazyAccountList, type ListParams } from './account-list.ts'
import { CreationOutcome } from './creation-outcome.ts'

const ROUTE = '/partner-accounts'
/** The length of the shortest identifier, a CPF. */
const MIN_IDENTIFIER_LENGTH = 11

/** Parameters of `get`. */
export interface GetParams {
  /** The account's secret. With it, the response contains the `api_token`. A wrong secret is no error. */
  secret?: string | undefined
}

/** The partner's accounts. */
export class Accounts {
  readonly #api: ApiCaller
  /** The bodies of creations with an unknown outcome, as JSON, for `recover`. */
  readonly #unknownBodies = new WeakMap<PossiblyCreatedError, string>()

  /** @internal */
  constructor(api: ApiCaller) {
    this.#api = api
  }

  /**
   * Creates an account. Retries use the same idempotency key, so that they create no second account and return the
   * secret of the first.
   *
   * @param body the account, whose `company_doc` has a `cnpj` or a `cpf`
   * @returns `_id`, `api_token` and `secret`. Store the secret: no other response contains it. Printing hides both
   * @throws ApiError with `fields` for invalid fields, with `ErrorCode.EMAIL_TAKEN` if the e-mail is taken
   * @throws PossiblyCreatedError if no response of the service shows whether the account was created
   * @example
   * const { _id, secret } = await client.accounts.create(body, { idempotencyKey: `order-${order.id}` })
   */
  create(body: CreateAccountBody, options: CallOptions = {}): ApiPromise<CreatedAccount> {
    return apiPromise(() => {
      expect(isObject(body), `create takes an object, not ${show(body)}.`)
      return this.#send(JSON.stringify(body), options?.idempotencyKey ?? newId(), options)
    })
  }

  /**
   * Repeats a creation whose outcome is unknown, with the same body and idempotency key. It returns the account that
   * was created, or creates it now.
   *
   * @param error an error of `create` or `recover` of this client, at most 24 hours old
   * @throws as `create` does
   * @example
   * const created = await client.accounts.create(body).catch(async (error) => {
   *   if (!(error instanceof PossiblyCreatedError)) throw error
   *   await networkIsBack()
   *   return client.accounts.recover(error)
   * })
   */
  recover(error: PossiblyCreatedError, options: CallOptions = {}): ApiPromise<CreatedAccount> {
    return apiPromise(() => {
      const text = this.#unknownBodies.get(error)
      expect(text !== undefined, 'recover takes a PossiblyCreatedError of this client.')
      return this.#send(text, error.idempotencyKey, options)
    })
  }

  /**
   * Reads an account.
   *
   * @param idOrDocument the account's `_id`, or its employer's CNPJ or CPF without punctuation
   * @throws ApiError with `ErrorCode.ACCOUNT_NOT_FOUND` or `ErrorCode.INVALID_IDENTIFIER`
   * @example
   * const { api_token } = await client.accounts.get('12ABC34501DE35', { secret })
   */
  get(idOrDocument: string, params: GetParams = {}, options: CallOptions = {}): ApiPromise<AccountDetail> {
    return apiPromise(() => this.#get(idOrDocument, params, options))
  }

  /**
   * Lists accounts, newest first: a single page when awaited, all accounts when iterated.
   *
   * @throws ApiError
   * @example
   * const { items, meta } = await client.accounts.list({ page: 2, max_results: 50 })
   * @example
   * for await (const account of client.accounts.list()) console.log(account.name)
   */
  list(params: ListParams = {}, options: CallOptions = {}): AccountList {
    return new LazyAccountList(params, (page, stop) => this.#fetchPage(page, options, stop), options?.signal)
  }

  async #send(text: string, key: string, options: CallOptions): Promise<ApiResponse<CreatedAccount>> {
    const request = {
      route: ROUTE,
      body: text,
      headers: { 'idempotency-key': key },
      expected: ['_id', 'api_token', 'secret'],
    }
    const outcome = new CreationOutcome()
    try {
      return await this.#api.call<CreatedAccount>(request, options, { onFailure: outcome.failed })
    } catch (error) {
      if (!outcome.isUnknown) throw error
      const { company_doc } = JSON.parse(text) as Partial<CreateAccountBody>
      const unknown = new PossiblyCreatedError(key, company_doc?.cnpj ?? company_doc?.cpf ?? '', error)
      this.#unknownBodies.set(unknown, text)
      throw unknown
    }
  }

  async #get(idOrDocument: string, params: GetParams, options: CallOptions): Promise<ApiResponse<AccountDetail>> {
    // A path segment of dots only would address another resource.
    const isIdentifier = isText(idOrDocument) && /[^.]/.test(idOrDocument)
    expect(isIdentifier, `get takes an id, a CNPJ or a CPF as a string, not ${typeof idOrDocument}.`)
    checkOptions('get', params, 'secret')
    const { secret } = params
    const request = {
      route: `${ROUTE}/{account_id}`,
      path: `${ROUTE}/${encodeURIComponent(idOrDocument)}`,
      expected: ['_id'],
      headers: secret === undefined ? {} : { 'x-secret': secret },
      // An error page may repeat the URL. Shorter texts are no identifiers and occur in any text.
      secrets: [secret ?? '', idOrDocument.length < MIN_IDENTIFIER_LENGTH ? '' : idOrDocument],
    }
    return this.#api.call<AccountDetail>(request, options)
  }

  #fetchPage(params: ListParams, options: CallOptions, stop: AbortSignal | undefined) {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value))
    const path = `${ROUTE}?${query}`.replace(/\?$/, '')
    return this.#api.call<AccountPageBody>(
      { route: ROUTE, path, expected: ['_items', '_links', '_meta'] },
      options,
      stop ? { stop } : {},
    )
  }
}
