CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_partner_id_id_idx" ON "subscriptions"("partner_id", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_partner_id_status_id_idx" ON "subscriptions"("partner_id", "status", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_kind_idx" ON "mails"("kind", "id") WHERE "kind" NOT IN ('administrator_activation', 'administrator_welcome');

CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_partner_id_kind_idx" ON "mails"("partner_id", "kind", "id") WHERE "kind" NOT IN ('administrator_activation', 'administrator_welcome');

CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_failed_idx" ON "mails"("partner_id", "id") WHERE "status" = 'failed';
