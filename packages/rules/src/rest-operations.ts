import type { Permission } from '@partner-accounts/core/basics'

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RestOperationRecord {
  readonly method: RestMethod
  /** The path in OpenAPI's notation: `/partner-accounts/{account_id}`. */
  readonly path: `/${string}`
  /** Whether the input is a JSON body. Otherwise, it is in the URL. */
  readonly hasBody: boolean
  /** Permissions, any of which suffices. Empty for an operation without authentication. */
  readonly permissions: readonly Permission[]
  /** Name of the native procedure. */
  readonly procedure: string
  readonly tag: 'Tokens' | 'Accounts' | 'Events'
  /**
   * False for responses with a token or secret: their compressed length would reveal it to anyone who can influence the
   * response (BREACH).
   */
  readonly isCompressible: boolean
  /** Whether the response is a page of records, with links to others. */
  readonly isList: boolean
  /** Whether the specification lacks it, so it is documented separately. */
  readonly isExtension: boolean
}

/**
 * The REST operations by their id in the OpenAPI document, in the order in which clients call them. The router, the
 * service, the document, the reference and the SDK's fake service read this record.
 */
export const REST_OPERATIONS = {
  createToken: {
    method: 'POST',
    path: '/tokens',
    hasBody: true,
    permissions: [],
    procedure: 'tokens.create',
    tag: 'Tokens',
    isCompressible: false,
    isList: false,
    isExtension: false,
  },
  createPartnerAccount: {
    method: 'POST',
    path: '/partner-accounts',
    hasBody: true,
    permissions: ['accounts:create'],
    procedure: 'accounts.create',
    tag: 'Accounts',
    isCompressible: false,
    isList: false,
    isExtension: false,
  },
  listPartnerAccounts: {
    method: 'GET',
    path: '/partner-accounts',
    hasBody: false,
    permissions: ['accounts:read'],
    procedure: 'accounts.list',
    tag: 'Accounts',
    isCompressible: true,
    isList: true,
    isExtension: false,
  },
  getPartnerAccount: {
    method: 'GET',
    path: '/partner-accounts/{account_id}',
    hasBody: false,
    permissions: ['accounts:read'],
    procedure: 'accounts.get',
    tag: 'Accounts',
    isCompressible: false,
    isList: false,
    isExtension: false,
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    hasBody: false,
    permissions: ['accounts:read', 'webhooks:manage'],
    procedure: 'events.list',
    tag: 'Events',
    isCompressible: true,
    isList: true,
    isExtension: true,
  },
} as const satisfies Record<string, RestOperationRecord>

type Operations = typeof REST_OPERATIONS

export type OperationId = keyof Operations

/** The operations with a body. */
export type BodyOperationId = {
  [Id in OperationId]: Operations[Id] extends { hasBody: true } ? Id : never
}[OperationId]

export const OPERATION_IDS = Object.keys(REST_OPERATIONS) as OperationId[]
