export type { Account, AccountWithCredentials, NewAccount } from './accounts/account.ts'
export {
  type IssuedCredentials,
  issueCredentials,
  revealApiToken,
  type StoredCredentials,
} from './accounts/account-credentials.ts'
export {
  ACCOUNT_IDENTIFIER_PATTERN,
  type AccountIdentifier,
  parseAccountIdentifier,
} from './accounts/account-identifier.ts'
export type { AccountDirectory, AccountOverview, CorrectedAccount } from './accounts/account-directory.ts'
export {
  type ExportCursor,
  type ExportPart,
  type FoundAccount,
  SEARCH_ORDERS,
  type SearchCriteria,
  type SearchFilters,
  type SearchOrder,
  type SearchPage,
  searchTerms,
  searchWords,
} from './accounts/account-search.ts'
export type {
  AccountPage,
  AccountStore,
  CreationOutcome,
  ExistingAccount,
  ExistingCandidates,
} from './accounts/account-store.ts'
export {
  createAccount,
  type CreateAccountRequest,
  type CreatedAccount,
  type Creator,
} from './accounts/create-account.ts'
export { type AccountDetail, findAccount } from './accounts/find-account.ts'
export { type IdempotentCreation, isSameRequest } from './accounts/idempotency.ts'
export type {
  AccountFilter,
  AccountRecord,
  ActorFilter,
  AuditSearch,
  CouponRecord,
  LimitedPartner,
  MailFilter,
  MailRecord,
  OperatorQueries,
  PartnerFilter,
  PartnerRecord,
  PortalUserFilter,
  PortalUserRecord,
  RejectionsOfMinute,
  SubscriptionFilter,
  SubscriptionRecord,
  Waiting,
} from './operators/operator-queries.ts'
export { type Operator, OPERATOR_ROLES, operatorActor, type OperatorRole, requireRole } from './operators/operator.ts'
export {
  endOperatorSession,
  endSessionOf,
  recordRejectedSignIn,
  startOperatorSession,
} from './operators/operator-sessions.ts'
export type {
  NewOperatorSession,
  NewSignInLink,
  OperatorSession,
  OperatorSessionStore,
} from './operators/operator-session-store.ts'
export { createSignInLink, redeemSignInLink, type SignInLink } from './operators/sign-in-links.ts'
export {
  type AccountChange,
  type PartnerAccount,
  resendActivationMail,
  showPartnerAccount,
} from './accounts/partner-account.ts'
export { findExistingAccounts } from './accounts/find-existing-accounts.ts'
export { correctAccount } from './accounts/correct-account.ts'
export { findAccountOverview } from './operators/find-account-overview.ts'
export { authenticateApiToken, reissueCredentials, reportUsage, revokeApiToken } from './accounts/manage-account.ts'
export { activate, type Activated, checkActivationLink } from './activation/activate.ts'
export { issueActivationToken, type LinkKey, type StoredActivation } from './activation-links/activation-token.ts'
export type { ActivationLink, ActivationOutcome, LinkState } from './activation-links/activations.ts'
export type { AdministratorOfAccount, AdministratorStore } from './administrators/administrator-store.ts'
export type { Administrator } from './administrators/administrator.ts'
export {
  type ActivityEntry,
  type ActivityFilter,
  type Actor,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditedChanges,
  type AuditEntry,
  type AuditTrail,
  type RecordedAuditEntry,
} from './audit/audit-trail.ts'
export type { CouponChanges, CouponStore } from './coupons/coupon-store.ts'
export { changeCoupon } from './coupons/change-coupon.ts'
export { findCoupon } from './coupons/find-coupon.ts'
export { createCoupon } from './coupons/create-coupon.ts'
export type { Coupon } from './coupons/coupon.ts'
export type { Dependencies } from './dependencies.ts'
export type { Employer, TaxDocument } from './employers/employer.ts'
export { type NormalizedEmail, normalizeEmail } from './email.ts'
export { DomainError, type DomainErrorKind, RejectionError } from './errors.ts'
export { createIdGenerator, firstIdAt, type IdGenerator } from './ids/id-generator.ts'
export { LIMITS } from './limits.ts'
export {
  type ClaimedMail,
  MAIL_STATUSES,
  type MailContent,
  type RenderedMail,
  type RenderMail,
  type Reseller,
  type MailKind,
  type MailStatus,
  type MailSummary,
  type NewMail,
  type StoredMail,
  MAIL_PRIORITIES,
  mailDelaySeconds,
} from './mails/mail.ts'
export type { MailDeliveries, MailQueueState } from './mails/mail-deliveries.ts'
export type { MailOutbox } from './mails/mail-outbox.ts'
export { type MailPreview, previewMail } from './mails/preview-mail.ts'
export { retryMail } from './mails/retry-mail.ts'
export { retryMails } from './operators/retry-mails.ts'
export { renamePartner, resumePartner, setPartnerCoupon, suspendPartner } from './partners/change-partner.ts'
export { showPartner } from './operators/show-partner.ts'
export { createPartner } from './partners/create-partner.ts'
export { type Partner, PARTNER_STATUSES, type PartnerStatus } from './partners/partner.ts'
export type { NewPartner, PartnerChanges, PartnerStore } from './partners/partner-store.ts'
export { showPortalUser } from './operators/show-portal-user.ts'
export { disablePortalUser, setPermissions } from './portal-users/change-portal-user.ts'
export { enablePortalUser } from './portal-users/enable-portal-user.ts'
export { changePassword } from './portal-users/change-password.ts'
export type { PasswordResetGuard } from './portal-users/password-reset-guard.ts'
export type { PasswordOwner } from './passwords/require-strong-password.ts'
export { requestPasswordReset, sendPasswordReset } from './portal-users/request-password-reset.ts'
export { findSession, type Session } from './portal-users/find-session.ts'
export { resendInvitation } from './portal-users/resend-invitation.ts'
export { invitePortalUser } from './portal-users/invite-portal-user.ts'
export { DEFAULT_PERMISSIONS, type Permission, PERMISSIONS } from './portal-users/permission.ts'
export {
  PORTAL_USER_STATUSES,
  type PortalUser,
  type PortalUserAccess,
  type PortalUserCredentials,
  type PortalUserKind,
  type PortalUserStatus,
  type TeamMember,
} from './portal-users/portal-user.ts'
export type { NewPortalUser, PortalUserChanges, PortalUserStore } from './portal-users/portal-user-store.ts'
export type { CompanyNames, PostalAddress, PublicRecords } from './public-records/public-records.ts'
export type { LoggedRequest, RequestLogFilter, RequestLogStore, StatusClass } from './request-log/request-log-store.ts'
export { signOut, signOutEverywhere } from './portal-users/sign-out-everywhere.ts'
export { isActive, requirePermission } from './portal-users/require-permission.ts'
export { activateMany, type ActivationResult } from './subscriptions/activate-many.ts'
export { resendActivation } from './subscriptions/resend-activation.ts'
export { isTimeZone } from './operators/days.ts'
export { type CappedCount, type Figures, showFigures } from './operators/show-figures.ts'
export { listLimitedPartners, type PartnerLimits, showPartnerLimits } from './operators/show-limits.ts'
export type { RateLimits, RateLimitUsage, RejectedRequests, RejectionStore } from './rate-limits/rate-limits.ts'
export { type PageRequest, type RecordPage, toRecordPage } from './record-page.ts'
export { type FoundRecords, searchRecords } from './operators/search-records.ts'
export { activateSubscription } from './subscriptions/activate-subscription.ts'
export { cancelSubscription, changeSubscription } from './subscriptions/change-subscription.ts'
export {
  type Subscription,
  SUBSCRIPTION_STATUSES,
  type SubscriptionActivation,
  type SubscriptionStatus,
} from './subscriptions/subscription.ts'
export type {
  SubscriptionChanges,
  SubscriptionOfAccount,
  SubscriptionStore,
} from './subscriptions/subscription-store.ts'
export { type SealContext, type SealingKey, type SealingKeys, sealWithKeyring, unsealWithKeyring } from './sealing.ts'
export { characterCount, isLongerThan, isStorableText } from './text.ts'
export { authenticate } from './tokens/authenticate.ts'
export { issueToken } from './tokens/issue-token.ts'
export type { PasswordHasher } from './tokens/password-hasher.ts'
export type { SignInAttempt, SignInGuard } from './tokens/sign-in-guard.ts'
export type { TokenIssuer, TokenSubject } from './tokens/token-issuer.ts'
export { type Address, type State, STATES, type Unit } from './units/unit.ts'
export {
  sampleWorkSchedule,
  type Weekday,
  WEEKDAYS,
  type WorkDay,
  type WorkPeriod,
  type WorkSchedule,
} from './work-schedules/work-schedule.ts'
export type { ManagerInput } from './team/as-manager.ts'
export { addIntegration, type IntegrationCredentials, rotateIntegrationPassword } from './team/manage-integrations.ts'
export { disableMember, inviteColleague, inviteColleagueAgain, setMemberPermissions } from './team/manage-team.ts'
export type { Stores, Transact } from './unit-of-work.ts'
