export type { Account, AccountWithCredentials, NewAccount } from './accounts/account.ts'
export { issueCredentials, revealApiToken } from './accounts/account-credentials.ts'
export {
  ACCOUNT_IDENTIFIER_PATTERN,
  type AccountIdentifier,
  parseAccountIdentifier,
  parseTaxId,
  TAX_ID_PATTERN,
} from './accounts/account-identifier.ts'
export type { AccountDirectory, AccountOverview } from './accounts/account-directory.ts'
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
  termsOf,
} from './accounts/account-search.ts'
export type {
  AccountPage,
  AccountStore,
  CreationOutcome,
  ExistingAccount,
  ExistingCandidates,
} from './accounts/account-store.ts'
export { closestWord, isCorrectable, patternsOfSimilar } from './accounts/closest-word.ts'
export { createAccount, type CreateAccountRequest } from './accounts/create-account.ts'
export { type AccountDetail, findAccount } from './accounts/find-account.ts'
export { type IdempotentCreation, isSameRequest } from './accounts/idempotency.ts'
export { createPartner } from './operators/create-partner.ts'
export { addNote, deleteNote, listNotes } from './notes/manage-notes.ts'
export type { NoteStore } from './notes/note-store.ts'
export type { ActorFilter, AuditSearch, OperatorQueries, TestFilter } from './operators/operator-queries.ts'
export { type Operator, OPERATOR_ROLES, operatorActor, type OperatorRole, requireRole } from './operators/operator.ts'
export {
  endOperatorSession,
  endSessionOf,
  endSessionsOf,
  recordRejectedSignIn,
  startOperatorSession,
} from './operators/operator-sessions.ts'
export type { OperatorSession, OperatorSessionStore } from './operators/operator-session-store.ts'
export { createSignInLink, redeemSignInLink } from './operators/sign-in-links.ts'
export { resendActivationMail, showPartnerAccount } from './accounts/partner-account.ts'
export { findExistingAccounts } from './accounts/find-existing-accounts.ts'
export { findAccountOverview } from './operators/find-account-overview.ts'
export { authenticateApiToken, reissueCredentials, reportUsage, revokeApiToken } from './accounts/manage-account.ts'
export type { ApprovableAction, Approval, ApprovalStore } from './approvals/approval-store.ts'
export { type ApprovedResult, approveRequest, rejectRequest, runOrRequest } from './approvals/decide-approvals.ts'
export { activate, checkActivationLink } from './activation/activate.ts'
export type { LinkKey, StoredActivation } from './activation-links/activation-token.ts'
export type { LinkState } from './activation-links/activations.ts'
export type { AdministratorOfAccount, AdministratorStore } from './administrators/administrator-store.ts'
export type { Administrator } from './administrators/administrator.ts'
export {
  type ActivityFilter,
  type Actor,
  ACTIVITY_TOPICS,
  type ActivityAction,
  activityActions,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditedChanges,
  type AuditTrail,
  type RecordedAuditEntry,
} from './audit/audit-trail.ts'
export type { CouponStore } from './coupons/coupon-store.ts'
export { changeCoupon, createCoupon } from './coupons/manage-coupons.ts'
export { findCoupon } from './coupons/find-coupon.ts'
export type { Coupon } from './coupons/coupon.ts'
export type { Dependencies } from './dependencies.ts'
export { cpfAndCnpj, type Employer, type EmployerValues, employerValues, type TaxId } from './employers/employer.ts'
export { emailKeyOf, type NormalizedEmail, normalizeEmail } from './email.ts'
export {
  EVENT_ACTIONS,
  EVENT_TYPES,
  type EventAction,
  type EventType,
  eventTypeOf,
  isEventAction,
  type PartnerEvent,
} from './events/event.ts'
export { listEvents } from './events/list-events.ts'
export type { EventStore } from './events/event-store.ts'
export { DomainError, type DomainErrorKind, RejectionError } from './errors.ts'
export { createIdGenerator, firstIdAt, type IdGenerator } from './ids/id-generator.ts'
export { LIMITS } from './limits.ts'
export {
  type ClaimedMail,
  MAIL_STATUSES,
  type MailStatus,
  type MailContent,
  type ComposeMail,
  type RenderedMail,
  type RenderMail,
  type Reseller,
  type MailKind,
  type MailSummary,
  type NewMail,
  MAIL_KINDS,
  MAIL_SCHEDULE,
} from './mails/mail.ts'
export type { Claimed, DeliveryOutcome, DeliveryQueue, DeliveryStatus, QueueState } from './queue/delivery-queue.ts'
export type { MailOutbox } from './mails/mail-outbox.ts'
export { previewMail } from './mails/preview-mail.ts'
export { discardMail } from './mails/discard-mail.ts'
export { retryMail } from './mails/retry-mail.ts'
export { retryMails } from './operators/retry-mails.ts'
export { renamePartner, resumePartner, setPartnerCoupon, setPartnerRateLimit } from './partners/manage-partners.ts'
export { eraseAccount, erasePortalUser } from './people/erase-person.ts'
export type { PersonStore } from './people/person-store.ts'
export { exportPerson } from './people/export-person.ts'
export { showPartner, showPortalUser } from './operators/show-records.ts'
export { type Partner, PARTNER_STATUSES, type PartnerMode, type PartnerStatus } from './partners/partner.ts'
export type { PartnerStore } from './partners/partner-store.ts'
export { disablePortalUser, setPermissions } from './portal-users/change-portal-user.ts'
export { changePassword } from './portal-users/change-password.ts'
export type { PasswordResetGuard } from './portal-users/password-reset-guard.ts'
export { requestPasswordReset, sendPasswordReset } from './portal-users/request-password-reset.ts'
export { findSession } from './portal-users/find-session.ts'
export { enablePortalUser, resendInvitation } from './portal-users/resend-invitation.ts'
export { invitePortalUser } from './portal-users/invite-portal-user.ts'
export { type Permission, PERMISSIONS } from './portal-users/permission.ts'
export {
  PORTAL_USER_STATUSES,
  type PortalUser,
  type PortalUserAccess,
  type PortalUserStatus,
  type TokenSubject,
} from './portal-users/portal-user.ts'
export type { PortalUserStore } from './portal-users/portal-user-store.ts'
export type { CompanyNames, PostalAddress, PublicRecords } from './public-records/public-records.ts'
export type { LoggedRequest, RequestLogStore, StatusClass } from './request-log/request-log-store.ts'
export { endSession, signOut, signOutElsewhere } from './portal-sessions/end-sessions.ts'
export type { PortalSessionStore } from './portal-sessions/portal-session-store.ts'
export { isActive, requirePermission } from './portal-users/require-permission.ts'
export {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
} from './second-factors/manage-second-factor.ts'
export type { OneTimeCodes } from './second-factors/one-time-codes.ts'
export type { SecondFactorStore } from './second-factors/second-factor-store.ts'
export { activateMany } from './subscriptions/activate-many.ts'
export { resendActivation } from './subscriptions/resend-activation.ts'
export { isTimeZone } from './operators/days.ts'
export { showFigures } from './operators/show-figures.ts'
export { listTestMails, requireTestAccount } from './test-mode/manage-test-account.ts'
export { emptyTestPartner } from './test-mode/empty-test-partner.ts'
export { openTestPartner } from './test-mode/open-test-partner.ts'
export { listLimitedPartners, showPartnerLimits } from './operators/show-limits.ts'
export {
  isInForce,
  type PartnerLimit,
  type RateLimits,
  type RateLimitStoreState,
  type RateLimitUsage,
  type RejectedRequests,
  type RejectionStore,
} from './rate-limits/rate-limits.ts'
export { type FoldedEntry, listActivity } from './audit/list-activity.ts'
export {
  capped,
  LIST_ORDERS,
  type ListRequest,
  MAX_COUNT,
  type RecordList,
  type RecordPage,
  toRecordPage,
} from './record-page.ts'
export { searchRecords } from './operators/search-records.ts'
export { activateSubscription } from './subscriptions/activate-subscription.ts'
export { cancelSubscription, changeSubscription } from './subscriptions/change-subscription.ts'
export { createSubscription } from './subscriptions/create-subscription.ts'
export { type Subscription, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './subscriptions/subscription.ts'
export type { SubscriptionStore } from './subscriptions/subscription-store.ts'
export { isSealedByFirst, type SealContext, type SealingKeys, sealWithKeyring, unsealWithKeyring } from './sealing.ts'
export { characterCount, isLongerThan, isStorableText } from './text.ts'
export { authenticate, issueToken } from './tokens/issue-token.ts'
export type { PasswordHasher } from './tokens/password-hasher.ts'
export type { SignInAttempt, SignInGuard } from './tokens/sign-in-guard.ts'
export { type Address, STATES } from './units/unit.ts'
export { sampleWorkSchedule, type WorkDay } from './work-schedules/work-schedule.ts'
export { addIntegration, rotateIntegrationPassword } from './team/manage-integrations.ts'
export {
  disableMember,
  enableMember,
  inviteColleague,
  inviteColleagueAgain,
  resetMemberSecondFactor,
  setMemberPermissions,
  setSecondFactorRequired,
} from './team/manage-team.ts'
export type { Stores, Transact } from './unit-of-work.ts'
export {
  type ClaimedWebhookDelivery,
  type Replayed,
  type Webhook,
  type WebhookDelivery,
  type WebhookReport,
  type WebhookStore,
} from './webhooks/webhook.ts'
export {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  disableWebhook,
  listDeliveries,
  listOwnWebhooks,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  showDelivery,
  showWebhook,
  testWebhook,
} from './webhooks/manage-webhooks.ts'
