import { ApiError, ConnectionError, PartnerAccountsError, PossiblyCreatedError } from '../errors/errors.ts'
import type { ApiCaller } from '../calls/api-caller.ts'
import { type ApiPromise, apiPromise } from '../calls/api-promise.ts'
import { callApi, tryCall } from '../calls/call.ts'
import { newId } from '../http/ids.ts'
import type { ApiResponse } from '../http/send-request.ts'
import { checkOptions, GET_PARAMS, LIST_PARAMS } from '../options/check-options.ts'
import { expect, isIdentifier, isObject, isText, messageOf, type Shape } from '../options/checks.ts'
import type { CallOptions } from '../options/client-options.ts'
import type { Page } from '../paging/page.ts'
import { type PagedList, pagedList, type PagedRoute } from '../paging/paged-list.ts'
import type { Account, AccountDetail, AccountPageBody, CreateAccountBody, CreatedAccount } from '../wire/models.ts'
import { MIN_IDENTIFIER_LENGTH } from '../constants.ts'

const ROUTE = '/partner-accounts' as const
/** Creations for `recover`. A client and those derived from it have the same `state`. */
const unknownCreations = /* @__PURE__ */ new WeakMap<PossiblyCreatedError, { body: string; state: object }>()

const isTextOrNull = (value: unknown) => value === null || isText(value)

export interface GetParams {
  /** The account's secret: the response then contains the `api_token`. A wrong secret is not an error. */
  secret?: string | null | undefined
}

export interface ListParams {
  page?: number | null | undefined
  /** At most 100. Default: 25 for a single page, 100 when iterating. */
  max_results?: number | undefined
}

/** A page of accounts, newest first. Its `meta` has the page number and size in effect, and the `total`. */
export type AccountPage = Page<Account, AccountPageBody>

/** A single page when awaited, all accounts when iterated. */
export type AccountList = PagedList<Account, AccountPageBody>

const ACCOUNTS: PagedRoute<Account, AccountPageBody, ListParams> = {
  route: ROUTE,
  rules: LIST_PARAMS,
  id: '_id',
  // Caches may return another page.
  isPage: (meta, { page }) => meta.page === (page ?? 1),
  nextOf: ({ _meta: { page, max_results } }) => ({ page: page + 1, max_results }),
}

/** The partner's accounts. */
export class Accounts {
  readonly #api: ApiCaller

  /** @internal */
  constructor(api: ApiCaller) {
    this.#api = api
  }

  /**
   * Creates an account. Retries use the same idempotency key, so they create no second account and return the secret
   * of the first.
   *
   * @returns `_id`, `api_token` and `secret`. Store the secret: no other response contains it. Printing hides the
   * token and the secret
   * @throws ApiError with `fields`, or with `ErrorCode.EMAIL_TAKEN`
   * @throws PossiblyCreatedError if no response shows whether the account was created
   * @example
   * const { _id, secret } = await client.accounts.create(body, { idempotencyKey: `order-${order.id}` })
   */
  create(body: CreateAccountBody, options: CallOptions = {}): ApiPromise<CreatedAccount> {
    return apiPromise(this.#api.starts, () => {
      expect(isObject(body), 'create takes an object.')
      const json = JSON.stringify(body)
      const givenKey = options?.idempotencyKey
      return () => this.#send(json, givenKey ?? newId(), options)
    })
  }

  /**
   * Repeats a creation whose outcome is unknown, with the same body and idempotency key. Returns the account that was
   * created, or creates it now.
   *
   * @param error at most 24 hours old, from this client or a client related to it by `withOptions`
   * @throws as `create` does
   * @example
   * const created = await client.accounts.create(body).catch(async (error) => {
   *   if (!(error instanceof PossiblyCreatedError)) throw error
   *   await networkIsBack()
   *   return client.accounts.recover(error)
   * })
   */
  recover(error: PossiblyCreatedError, options: CallOptions = {}): ApiPromise<CreatedAccount> {
    return apiPromise(this.#api.starts, () => {
      const creation = unknownCreations.get(error)
      const isOwn = creation?.state === this.#api.state
      expect(isOwn, 'The error comes from another client: call create with its idempotencyKey instead.')
      return () => this.#send(creation.body, error.idempotencyKey, options)
    })
  }

  /**
   * Reads an account.
   *
   * @param idOrTaxId the account's `_id`, or its employer's tax ID (CNPJ or CPF) without punctuation
   * @throws ApiError with `ErrorCode.ACCOUNT_NOT_FOUND` or `ErrorCode.INVALID_IDENTIFIER`
   * @example
   * const { api_token } = await client.accounts.get('12ABC34501DE35', { secret })
   */
  get(idOrTaxId: string, params: GetParams = {}, options: CallOptions = {}): ApiPromise<AccountDetail> {
    return apiPromise(this.#api.starts, () => {
      expect(isIdentifier(idOrTaxId), 'get takes an id, CNPJ or CPF as a string.')
      checkOptions('get', params, GET_PARAMS)
      const { secret } = params
      const request = {
        method: 'GET' as const,
        route: `${ROUTE}/{account_id}` as const,
        path: `${ROUTE}/${encodeURIComponent(idOrTaxId)}`,
        expected: shapeOf(idOrTaxId),
        headers: { 'x-secret': secret || undefined },
        // Masks the identifier, because an error page may repeat the URL. Shorter texts are not identifiers.
        secrets: [secret, idOrTaxId.length >= MIN_IDENTIFIER_LENGTH && idOrTaxId],
      }
      return () => callApi(this.#api, request, options)
    })
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
    return pagedList(this.#api, ACCOUNTS, params, options)
  }

  async #send(body: string, key: string, options: CallOptions): Promise<ApiResponse<CreatedAccount>> {
    const request = {
      method: 'POST' as const,
      route: ROUTE,
      body,
      headers: { 'idempotency-key': key },
      expected: { _id: isText, api_token: isTextOrNull, secret: isTextOrNull },
    }
    const outcome = await tryCall<CreatedAccount>(this.#api, request, options)
    if ('response' in outcome) return outcome.response
    if (!mayHaveCreated(outcome.sentErrors)) throw outcome.error
    throw this.#possiblyCreated(body, key, outcome.error)
  }

  #possiblyCreated(body: string, idempotencyKey: string, cause: unknown): PossiblyCreatedError {
    const { company_doc } = JSON.parse(body) as Partial<CreateAccountBody>
    const taxId = company_doc?.cnpj ?? company_doc?.cpf ?? ''
    const requestId = cause instanceof PartnerAccountsError ? cause.requestId : undefined
    const message = `The account may exist (${messageOf(cause)}): call accounts.recover(error).`
    const error = new PossiblyCreatedError(message, { idempotencyKey, taxId, requestId, cause })
    unknownCreations.set(error, { body, state: this.#api.state })
    return error
  }
}

/** Returns the checks of a response for this identifier. An id has 24 characters, a CNPJ 14, a CPF 11. */
function shapeOf(idOrTaxId: string): Shape {
  if (idOrTaxId.length === 24) return { _id: (id) => id === idOrTaxId.toLowerCase() }
  if (idOrTaxId.length === 14) return { _id: isText, cnpj: (cnpj) => cnpj === idOrTaxId.toUpperCase() }
  // Accounts with a CPF have no CNPJ.
  if (idOrTaxId.length === 11) return { _id: isText, cnpj: (cnpj) => cnpj === null }
  return { _id: isText }
}

/** Statuses of requests that were rejected before processing. They show nothing about an earlier attempt. */
const NOT_PROCESSED = [401, 403, 408, 429]

/**
 * Returns whether the account may exist, according to the last request that the service may have processed.
 *
 * @param errors the errors of all requests that may have been sent, oldest first
 */
function mayHaveCreated(errors: readonly unknown[]): boolean {
  let mayExist = false
  for (const error of errors) {
    if (error instanceof ConnectionError && !error.sent) continue
    // A proxy may replace a successful response. Without the service's envelope, the status is unknown: 0.
    const isEnvelope = error instanceof ApiError && (error.code ?? error.fields) !== undefined
    const status = isEnvelope ? error.status : 0
    if (NOT_PROCESSED.includes(status)) continue
    // After a 409, another request with this key is in progress.
    mayExist = status < 400 || status >= 500 || status === 409
  }
  return mayExist
}
