export { PartnerAccounts } from './client.ts'
export type {
  CallOptions,
  CredentialOptions,
  Hooks,
  IncomingResponse,
  OutgoingRequest,
  PartnerAccountsOptions,
  TokenOptions,
  TokenStorage,
  UpcomingRetry,
} from './options/client-options.ts'
export type { Logger, LogLevel } from './options/log.ts'
export type { Accounts, GetParams } from './accounts/accounts.ts'
export type { AccountList, ListParams } from './accounts/account-list.ts'
export type { AccountPage } from './accounts/account-page.ts'
export type { ApiPromise } from './http/api-promise.ts'
export type { ApiResponse } from './http/exchange.ts'
export { ErrorCode } from './errors/error-codes.ts'
export {
  ApiError,
  ConnectionError,
  PartnerAccountsError,
  PossiblyCreatedError,
  TimeoutError,
  UsageError,
} from './errors/errors.ts'
export type {
  Account,
  AccountDetail,
  CreateAccountBody,
  CreatedAccount,
  FieldPath,
  InvalidFields,
} from './wire/models.ts'
export { redact } from './http/redact.ts'
export { VERSION } from './http/version.ts'
