import type { IdGenerator, SealingKeys, Stores } from '@partner-accounts/core'
import type { CouponCheck } from './accounts/coupon-check.ts'
import type { PartnerQueues } from './accounts/partner-queues.ts'
import { createAccountDirectory } from './accounts/account-directory.ts'
import { createAccountStore } from './accounts/account-store.ts'
import { createAdministratorStore } from './administrators/administrator-store.ts'
import { createAuditTrail } from './audit/audit-trail.ts'
import { createCouponStore } from './coupons/coupon-store.ts'
import { createEventStore } from './events/event-store.ts'
import { createMailOutbox } from './mails/mail-outbox.ts'
import { createNoteStore } from './notes/note-store.ts'
import { createRecordQueries } from './records/record-queries.ts'
import { createOperatorSessions } from './operators/operator-session-store.ts'
import { createPartnerStore } from './partners/partner-store.ts'
import { createPersonStore } from './people/person-store.ts'
import { createPortalSessionStore } from './portal-sessions/portal-session-store.ts'
import { createPortalUserStore } from './portal-users/portal-user-store.ts'
import type { Client } from './prisma/client.ts'
import { createRejectionStore } from './rejections/rejection-store.ts'
import { createRequestLogStore } from './request-log/request-log-store.ts'
import { createSecondFactorStore } from './second-factors/second-factor-store.ts'
import type { RunStatement } from './sql/run.ts'
import { createSubscriptionStore } from './subscriptions/subscription-store.ts'
import { createProvokedFailureStore } from './test-mode/provoked-failure-store.ts'
import { createWebhookStore } from './webhooks/webhook-store.ts'

/**
 * @param queues limit what one partner does at a time; `undefined` inside a transaction
 * @param hasCoupon returns whether a creation must try to redeem a coupon; default: always true
 */
export const createStores = (
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  queues?: PartnerQueues,
  hasCoupon?: CouponCheck,
): Stores => {
  const events = createEventStore(client, run)
  return {
    accountDirectory: createAccountDirectory(client, run),
    accounts: createAccountStore(client, run, newId, sealingKeys, queues, hasCoupon),
    administrators: createAdministratorStore(client, run),
    audit: createAuditTrail(client, run, newId),
    coupons: createCouponStore(client, run),
    events,
    mails: createMailOutbox(client, run, newId, sealingKeys),
    notes: createNoteStore(client),
    records: createRecordQueries(client, run),
    operatorSessions: createOperatorSessions(client, run),
    partners: createPartnerStore(client, run),
    people: createPersonStore(client, run, sealingKeys),
    portalSessions: createPortalSessionStore(client, run),
    portalUsers: createPortalUserStore(client, run),
    provokedFailures: createProvokedFailureStore(client, run),
    rejections: createRejectionStore(run),
    requestLog: createRequestLogStore(client, run),
    secondFactors: createSecondFactorStore(client, sealingKeys),
    subscriptions: createSubscriptionStore(client, run),
    webhooks: createWebhookStore(client, run, newId, sealingKeys, events),
  }
}
