CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_partner_id_account_id_id_key" ON "subscriptions"("partner_id", "account_id", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_id_idx" ON "subscriptions"("id");
