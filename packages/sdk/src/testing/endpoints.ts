import {
  ACCOUNT_FIELDS,
  FIELD_ERRORS,
  findBodyErrors,
  isEventType,
  knownFields,
  LIMITS,
  type LocalizedText,
  REST_OPERATIONS,
} from '@partner-accounts/rules'
import { isObject } from '../options/checks.ts'
import type { CreateAccountBody, CreatedAccount } from '../wire/models.ts'
import type { EventListFilter } from './events-in-memory.ts'
import type { TokenSubject } from './partner-tokens.ts'
import type { Permission } from './portal-users.ts'
import { Rejection } from './rejection.ts'
import type { Operation } from './routes.ts'
import type { ServiceState } from './service-state.ts'

export interface Call {
  state: ServiceState
  url: URL
  headers: Headers
  body: ArrayBuffer
  parameter: string
  subject: TokenSubject | undefined
  /** Waits as long as a planned `slow` failure. */
  delay: () => Promise<void>
}

export interface Success {
  body: object
  /** Whether the body is the stored response to an earlier request. */
  isReplayed?: boolean
}

/** Endpoints by operation. Each throws a `Rejection` for an invalid request. */
export const ENDPOINTS: Readonly<Record<Operation, (call: Call) => Promise<Success>>> = {
  async createToken({ state, body, delay }) {
    const credentials = asObject(readJson(body))
    await delay()
    const user = state.users.signIn(credentials)
    return { body: { token: state.tokens.issue(user), _id: user._id } }
  },

  async listPartnerAccounts({ state, subject, parameter, url, delay }) {
    const { partner } = requirePermission(state, subject, 'listPartnerAccounts')
    if (parameter !== '') throw new Rejection('route-not-found')
    await delay()
    return { body: state.accounts.page(partner, pagingNumber(url, 'page'), pagingNumber(url, 'max_results')) }
  },

  async createPartnerAccount({ state, subject, parameter, headers, body, delay }) {
    const { partner } = requirePermission(state, subject, 'createPartnerAccount')
    if (parameter !== '') throw new Rejection('route-not-found')
    const account = checkCreation(readJson(body))
    const create = async (): Promise<CreatedAccount> => {
      await delay()
      const subscription = { subscription_employees: account.employees_quantity, subscription_face_ids: 0 }
      return state.createAccount(partner, account, { createdAt: state.now(), active_employees: 0, ...subscription })
    }
    const key = headers.get('idempotency-key')
    const { outcome, isReplayed } = await state.creations.once(partner, key, account, create)
    return { body: outcome, isReplayed }
  },

  async listEvents({ state, subject, url, delay }) {
    const { partner } = requirePermission(state, subject, 'listEvents')
    await delay()
    const page = { ...readEventFilter(url), size: pagingNumber(url, 'max_results'), now: state.now() }
    return { body: state.events.page(partner, page, (event) => state.presentEvent(event)) }
  },

  async getPartnerAccount({ state, subject, headers, parameter, delay }) {
    const { partner } = requirePermission(state, subject, 'getPartnerAccount')
    await delay()
    return { body: state.accounts.read(partner, parameter, headers.get('x-secret')) }
  },
}

/** Returns the subject. Rejects a missing or disabled user with 401, and a user without any of the operation's permissions with 403. */
function requirePermission(state: ServiceState, subject: TokenSubject | undefined, operation: Operation): TokenSubject {
  const { permissions }: { permissions: readonly Permission[] } = REST_OPERATIONS[operation]
  const user = subject && state.users.byId(subject.userId)
  if (!user || user.partner !== subject.partner || user.status !== 'active') throw new Rejection('unauthenticated')
  const isPermitted = permissions.some((permission) => user.permissions.includes(permission))
  if (state.suspended.has(user.partner) || !isPermitted) throw new Rejection('forbidden')
  return subject
}

/** Returns `{}` for JSON other than an object. */
const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** Parses the body, whatever its content type. */
function readJson(body: ArrayBuffer): unknown {
  if (body.byteLength > LIMITS.bodyBytes) throw new Rejection('body-too-large')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Rejection('invalid-json')
  }
}

/**
 * Returns the known fields that are not `null`.
 *
 * @throws Rejection with all invalid fields
 */
function checkCreation(value: unknown): CreateAccountBody {
  const body = asObject(value)
  const explanation = isObject(value) ? [] : [FIELD_ERRORS.body_not_object]
  const errors: Record<string, LocalizedText[]> = {}
  for (const [field, messages] of findBodyErrors(ACCOUNT_FIELDS, body)) errors[field] = [...messages, ...explanation]
  if (Object.keys(errors).length > 0) throw new Rejection(errors)
  return knownFields(ACCOUNT_FIELDS, body) as unknown as CreateAccountBody
}

/** @throws Rejection with all invalid parameters */
function readEventFilter(url: URL): EventListFilter {
  // Joins repeated parameters by commas, so that they are no valid id. An empty parameter counts as absent.
  const textOf = (name: string) => url.searchParams.getAll(name).join() || undefined
  const after = textOf('after')
  const accountId = textOf('account_id')?.toLowerCase()
  const types = url.searchParams.getAll('types')
  const names = types.flatMap((text) => text.split(',')).filter((type) => type !== '')
  const errors = new Map<string, readonly LocalizedText[]>()
  if (after !== undefined && !/^([0-9a-f]{24}|latest)$/.test(after)) errors.set('after', [FIELD_ERRORS.unknown_event])
  if (types.length > 1 || !names.every(isEventType)) errors.set('types', [FIELD_ERRORS.event_types])
  if (accountId !== undefined && !/^[0-9a-f]{24}$/.test(accountId)) errors.set('account_id', [FIELD_ERRORS.record_id])
  if (errors.size > 0) throw new Rejection(Object.fromEntries(errors))
  return { after, accountId, types: names.length > 0 ? names : undefined }
}

const PAGING = {
  page: { fallback: LIMITS.page.defaultNumber, maximum: Number.MAX_SAFE_INTEGER },
  max_results: { fallback: LIMITS.page.defaultSize, maximum: LIMITS.page.maxSize },
}

/** Returns the default for anything other than one whole number of at least 1. */
function pagingNumber({ searchParams }: URL, name: keyof typeof PAGING): number {
  const rule = PAGING[name]
  const [text = '', ...others] = searchParams.getAll(name)
  const value = others.length === 0 && /^\d+$/.test(text) ? Math.min(Number(text), rule.maximum) : 0
  return value >= 1 ? value : rule.fallback
}
