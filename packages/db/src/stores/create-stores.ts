import type { IdGenerator, SealingKeys, Stores } from '@partner-accounts/core'
import { PostgresAccountStore } from './accounts/postgres-account-store.ts'
import { PrismaAccountDirectory } from './accounts/prisma-account-directory.ts'
import { PrismaAdministratorStore } from './administrators/prisma-administrator-store.ts'
import { PrismaAuditTrail } from './audit/prisma-audit-trail.ts'
import type { Client } from '../prisma/client.ts'
import { PrismaCouponStore } from './coupons/prisma-coupon-store.ts'
import { PrismaMailOutbox } from './mails/prisma-mail-outbox.ts'
import { PostgresOperatorQueries } from './operators/postgres-operator-queries.ts'
import { PostgresOperatorSessions } from './operators/postgres-operator-sessions.ts'
import { PrismaPartnerStore } from './partners/prisma-partner-store.ts'
import { PrismaPortalUserStore } from './portal-users/prisma-portal-user-store.ts'
import { PostgresRejectionStore } from './rate-limits/postgres-rejection-store.ts'
import { PostgresRequestLogStore } from './request-log/postgres-request-log-store.ts'
import type { KeyedSemaphore } from '../driver/keyed-semaphore.ts'
import type { Statements } from '../driver/statements.ts'
import { PrismaSubscriptionStore } from './subscriptions/prisma-subscription-store.ts'

/**
 * Creates the stores over the database, or over one of its transactions.
 *
 * @param creationSlots limits a partner's concurrent creations outside of transactions
 */
export const createStores = (
  client: Client,
  statements: Statements,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  creationSlots?: KeyedSemaphore,
): Stores => ({
  accountDirectory: new PrismaAccountDirectory(client, statements),
  accounts: new PostgresAccountStore(statements, newId, sealingKeys, creationSlots),
  administrators: new PrismaAdministratorStore(client, statements),
  audit: new PrismaAuditTrail(client, statements, newId),
  coupons: new PrismaCouponStore(client),
  mails: new PrismaMailOutbox(client, statements, sealingKeys),
  operatorQueries: new PostgresOperatorQueries(statements),
  operatorSessions: new PostgresOperatorSessions(statements),
  partners: new PrismaPartnerStore(client),
  portalUsers: new PrismaPortalUserStore(client, statements),
  rejections: new PostgresRejectionStore(statements),
  requestLog: new PostgresRequestLogStore(statements),
  subscriptions: new PrismaSubscriptionStore(client, statements),
})
