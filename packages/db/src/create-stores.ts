import type { IdGenerator, SealingKeys, Stores } from '@partner-accounts/core'
import type { CouponCheck } from './accounts/coupon.ts'
import type { CreationQueue } from './accounts/create.ts'
import { createAccountDirectory } from './accounts/directory.ts'
import { createAccountStore } from './accounts/store.ts'
import { createAdministratorStore } from './administrators/store.ts'
import { createApprovalStore } from './approvals/store.ts'
import { createAuditTrail } from './audit/trail.ts'
import { createCouponStore } from './coupons/store.ts'
import { createEventStore } from './events/store.ts'
import { createMailOutbox } from './mails/outbox.ts'
import { createNoteStore } from './notes/store.ts'
import { createOperatorQueries } from './operators/lists.ts'
import { createOperatorSessions } from './operators/sessions.ts'
import { createPartnerStore } from './partners/store.ts'
import { createPersonStore } from './people/store.ts'
import { createPortalSessionStore } from './portal-sessions/store.ts'
import { createPortalUserStore } from './portal-users/store.ts'
import type { Client } from './prisma/client.ts'
import { createRejectionStore } from './rejections/store.ts'
import { createRequestLogStore } from './request-log/store.ts'
import { createSecondFactorStore } from './second-factors/store.ts'
import type { RunStatement } from './sql/run.ts'
import { createSubscriptionStore } from './subscriptions/store.ts'
import { createWebhookStore } from './webhooks/store.ts'

export const createStores = (
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  creations?: CreationQueue,
  hasCoupon?: CouponCheck,
): Stores => {
  const events = createEventStore(client, run)
  return {
    accountDirectory: createAccountDirectory(client, run),
    accounts: createAccountStore(client, run, newId, sealingKeys, creations, hasCoupon),
    administrators: createAdministratorStore(client, run),
    approvals: createApprovalStore(client, run),
    audit: createAuditTrail(client, run, newId),
    coupons: createCouponStore(client, run),
    events,
    mails: createMailOutbox(client, run, newId, sealingKeys),
    notes: createNoteStore(client),
    operatorQueries: createOperatorQueries(client, run),
    operatorSessions: createOperatorSessions(client, run),
    partners: createPartnerStore(client),
    people: createPersonStore(client, run, sealingKeys),
    portalSessions: createPortalSessionStore(client, run),
    portalUsers: createPortalUserStore(client, run),
    rejections: createRejectionStore(run),
    requestLog: createRequestLogStore(client, run),
    secondFactors: createSecondFactorStore(client, sealingKeys),
    subscriptions: createSubscriptionStore(client, run),
    webhooks: createWebhookStore(client, run, newId, sealingKeys, events),
  }
}
