export { issueCredentials, revealApiToken } from './accounts/account-credentials.ts'
export type { AccountDirectory, AccountOverview } from './accounts/account-directory.ts'
export {
  ACCOUNT_IDENTIFIER_PATTERN,
  type AccountIdentifier,
  parseAccountIdentifier,
  parseTaxId,
  TAX_ID_PATTERN,
} from './accounts/account-identifier.ts'
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
export type { AccountPage, AccountStore, CreationOutcome } from './accounts/account-store.ts'
export type { Account, AccountWithCredentials, NewAccount } from './accounts/account.ts'
export { closestWord, isCorrectable, patternsOfSimilar, typingErrors } from './accounts/closest-word.ts'
export { createAccount, type CreateAccountRequest } from './accounts/create-account.ts'
export { type AccountDetail, findAccount } from './accounts/find-account.ts'
export { findExistingAccounts } from './accounts/find-existing-accounts.ts'
export { type IdempotentCreation, isSameRequest } from './accounts/idempotency.ts'
export { authenticateApiToken, reissueCredentials, reportUsage, revokeApiToken } from './accounts/manage-account.ts'
export { resendActivationMail, showPartnerAccount } from './accounts/partner-account.ts'
export type { LinkKey, LinkState, StoredActivation } from './activation-links/activation-token.ts'
export { activate, checkActivationLink } from './activation/activate.ts'
export type { Administrator, AdministratorOfAccount, AdministratorStore } from './administrators/administrator.ts'
export type { ApprovableAction, Approval, ApprovalStore } from './approvals/approval-store.ts'
export { type ApprovedResult, approveRequest, rejectRequest, runOrRequest } from './approvals/decide-approvals.ts'
export {
  ACTIVITY_TOPICS,
  type ActivityAction,
  activityActions,
  type ActivityFilter,
  type Actor,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditedChanges,
  type AuditTrail,
  labelOf,
  type RecordedAuditEntry,
} from './audit/audit-trail.ts'
export { type FoldedEntry, listActivity } from './audit/list-activity.ts'
export type { Coupon, CouponStore } from './coupons/coupon.ts'
export { changeCoupon, createCoupon, findCoupon } from './coupons/manage-coupons.ts'
export type {
  Dependencies,
  OneTimeCodes,
  PasswordHasher,
  PasswordResetGuard,
  SignInAttempt,
  SignInGuard,
} from './dependencies.ts'
export { emailKeyOf, type NormalizedEmail, normalizeEmail } from './email.ts'
export { cpfAndCnpj, type Employer, employerValues, type EmployerValues, type TaxId } from './employers/employer.ts'
export { DomainError, type DomainErrorKind, RejectionError, required } from './errors.ts'
export {
  EVENT_ACTIONS,
  EVENT_TYPES,
  type EventAction,
  type EventStore,
  type EventType,
  eventTypeOf,
  isEventAction,
  type PartnerEvent,
} from './events/event.ts'
export { listEvents } from './events/list-events.ts'
export { createIdGenerator, firstIdAt, type IdGenerator } from './ids/id-generator.ts'
export { LIMITS } from './limits.ts'
export { discardMail } from './mails/discard-mail.ts'
export {
  type ClaimedMail,
  MAIL_KINDS,
  MAIL_SCHEDULE,
  MAIL_STATUSES,
  type MailContent,
  type MailKind,
  type MailOutbox,
  type MailStatus,
  type MailSummary,
  type NewMail,
  type RenderedMail,
  type RenderMail,
  type Reseller,
} from './mails/mail.ts'
export { previewMail } from './mails/preview-mail.ts'
export { addNote, deleteNote, listNotes } from './notes/manage-notes.ts'
export type { NoteStore } from './notes/note-store.ts'
export { createPartner } from './operators/create-partner.ts'
export { isTimeZone } from './operators/days.ts'
export { findAccountOverview } from './operators/find-account-overview.ts'
export type { ActorFilter, AuditSearch, OperatorQueries, TestFilter } from './operators/operator-queries.ts'
export {
  endOperatorSession,
  endSessionOf,
  endSessionsOf,
  recordRejectedSignIn,
  startOperatorSession,
} from './operators/operator-sessions.ts'
export {
  type Operator,
  OPERATOR_ROLES,
  operatorActor,
  type OperatorRole,
  type OperatorSession,
  type OperatorSessionStore,
  requireRole,
} from './operators/operator.ts'
export { retryMail, retryMails } from './operators/retry-mails.ts'
export { searchRecords } from './operators/search-records.ts'
export { showFigures } from './operators/show-figures.ts'
export { listLimitedPartners, showPartnerLimits } from './operators/show-limits.ts'
export { showPartner, showPortalUser } from './operators/show-records.ts'
export { createSignInLink, redeemSignInLink } from './operators/sign-in-links.ts'
export { renamePartner, resumePartner, setPartnerCoupon, setPartnerRateLimit } from './partners/manage-partners.ts'
export {
  type Partner,
  PARTNER_STATUSES,
  type PartnerMode,
  type PartnerStatus,
  type PartnerStore,
} from './partners/partner.ts'
export { eraseAccount, erasePortalUser } from './people/erase-person.ts'
export { exportPerson } from './people/export-person.ts'
export type { PersonStore } from './people/person-store.ts'
export { endSession, signOut, signOutElsewhere } from './portal-sessions/end-sessions.ts'
export type { PortalSessionStore } from './portal-sessions/portal-session-store.ts'
export { changePassword } from './portal-users/change-password.ts'
export { disablePortalUser, setPermissions } from './portal-users/change-portal-user.ts'
export { findSession } from './portal-users/find-session.ts'
export { invitePortalUser } from './portal-users/invite-portal-user.ts'
export {
  type Permission,
  PERMISSIONS,
  PORTAL_USER_STATUSES,
  type PortalUser,
  type PortalUserAccess,
  type PortalUserStatus,
  type PortalUserStore,
  type TokenSubject,
} from './portal-users/portal-user.ts'
export { requestPasswordReset, sendPasswordReset } from './portal-users/request-password-reset.ts'
export { isActive, requirePermission } from './portal-users/require-permission.ts'
export { enablePortalUser, resendInvitation } from './portal-users/resend-invitation.ts'
export type { CompanyNames, PostalAddress, PublicRecords } from './public-records/public-records.ts'
export type { Claimed, DeliveryOutcome, DeliveryQueue, DeliveryStatus, QueueState } from './queue/delivery-queue.ts'
export {
  isInForce,
  type PartnerLimit,
  type RateLimits,
  type RateLimitStoreState,
  type RateLimitUsage,
  type RejectedRequests,
  type RejectionStore,
} from './rate-limits/rate-limits.ts'
export {
  capped,
  LIST_ORDERS,
  type ListRequest,
  MAX_COUNT,
  type RecordList,
  type RecordPage,
  toRecordPage,
} from './record-page.ts'
export type { LoggedRequest, RequestLogStore, StatusClass } from './request-log/request-log-store.ts'
export { isSealedByFirst, type SealContext, type SealingKeys, sealWithKeyring, unsealWithKeyring } from './sealing.ts'
export {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
} from './second-factors/manage-second-factor.ts'
export type { SecondFactorStore } from './second-factors/second-factor-store.ts'
export { activateMany } from './subscriptions/activate-many.ts'
export { activateSubscription } from './subscriptions/activate-subscription.ts'
export { cancelSubscription, changeSubscription } from './subscriptions/change-subscription.ts'
export { createSubscription } from './subscriptions/create-subscription.ts'
export { resendActivation } from './subscriptions/resend-activation.ts'
export {
  type Subscription,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
  type SubscriptionStore,
} from './subscriptions/subscription.ts'
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
export { emptyTestPartner } from './test-mode/empty-test-partner.ts'
export { listTestMails, requireTestAccount } from './test-mode/manage-test-account.ts'
export { openTestPartner } from './test-mode/open-test-partner.ts'
export { characterCount, isLongerThan, isStorableText } from './text.ts'
export { authenticate, issueToken } from './tokens/issue-token.ts'
export type { Stores, Transact } from './unit-of-work.ts'
export { type Address, STATES } from './units/unit.ts'
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
export type {
  ClaimedWebhookDelivery,
  Replayed,
  Webhook,
  WebhookDelivery,
  WebhookReport,
  WebhookStore,
} from './webhooks/webhook.ts'
export { sampleWorkSchedule, type WorkDay } from './work-schedules/work-schedule.ts'
