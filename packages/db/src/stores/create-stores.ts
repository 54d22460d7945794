import type { IdGenerator, SealingKeys, Stores } from '@partner-accounts/core'
import { createPostgresAccountStore } from './accounts/postgres-account-store.ts'
import { createPrismaAccountDirectory } from './accounts/prisma-account-directory.ts'
import { createPrismaAdministratorStore } from './administrators/prisma-administrator-store.ts'
import { createPrismaAuditTrail } from './audit/prisma-audit-trail.ts'
import type { Client } from '../prisma/client.ts'
import { createPrismaCouponStore } from './coupons/prisma-coupon-store.ts'
import { createPostgresMailOutbox } from './mails/postgres-mail-outbox.ts'
import { createPostgresOperatorQueries } from './operators/postgres-operator-queries.ts'
import { createPostgresOperatorSessions } from './operators/postgres-operator-sessions.ts'
import { createPrismaPartnerStore } from './partners/prisma-partner-store.ts'
import { createPrismaPortalUserStore } from './portal-users/prisma-portal-user-store.ts'
import { createPostgresRejectionStore } from './rate-limits/postgres-rejection-store.ts'
import { createPostgresRequestLogStore } from './request-log/postgres-request-log-store.ts'
import type { CouponCheck } from './accounts/coupon-check.ts'
import type { CreationQueue } from './accounts/creation-queue.ts'
import type { RunStatement } from '../driver/statements.ts'
import { createPrismaSubscriptionStore } from './subscriptions/prisma-subscription-store.ts'

/**
 * Creates the stores over the database, or over one of its transactions.
 *
 * @param creations queues the creations of each partner, outside of transactions
 * @param hasCoupon see `couponCheck`
 */
export const createStores = (
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  creations?: CreationQueue,
  hasCoupon?: CouponCheck,
): Stores => ({
  accountDirectory: createPrismaAccountDirectory(client, run),
  accounts: createPostgresAccountStore(run, newId, sealingKeys, creations, hasCoupon),
  administrators: createPrismaAdministratorStore(client, run),
  audit: createPrismaAuditTrail(client, run, newId),
  coupons: createPrismaCouponStore(client),
  mails: createPostgresMailOutbox(client, run, newId, sealingKeys),
  operatorQueries: createPostgresOperatorQueries(run),
  operatorSessions: createPostgresOperatorSessions(run),
  partners: createPrismaPartnerStore(client),
  portalUsers: createPrismaPortalUserStore(client, run),
  rejections: createPostgresRejectionStore(run),
  requestLog: createPostgresRequestLogStore(run),
  subscriptions: createPrismaSubscriptionStore(client, run),
})
