export { PartnerAccounts } from './client.ts'
export type {
  CallOptions,
  CredentialOptions,
  Hooks,
  IncomingResponse,
  Logger,
  LogLevel,
  OutgoingRequest,
  PartnerAccountsOptions,
  TokenOptions,
  TokenStorage,
  UpcomingRetry,
} from './client-options.ts'
export type { Accounts, GetParams } from './accounts.ts'
export type { AccountList, ListParams } from './account-list.ts'
export type { AccountPage } from './account-page.ts'
export type { ApiPromise } from './api-promise.ts'
export type { ApiResponse } from './exchange.ts'
export { ErrorCode } from './error-codes.ts'
export {
  ApiError,
  ConnectionError,
  PartnerAccountsError,
  PossiblyCreatedError,
  TimeoutError,
  UsageError,
} from './errors.ts'
export type { Account, AccountDetail, CreateAccountBody, CreatedAccount, FieldPath, InvalidFields } from './models.ts'
export { redact } from './redact.ts'
export { VERSION } from './version.ts'
