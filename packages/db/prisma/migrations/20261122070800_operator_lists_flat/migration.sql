-- Lists of subscriptions of one partner, in the order of their ids, with and without a status.
CREATE INDEX IF NOT EXISTS "subscriptions_partner_id_id_idx" ON "subscriptions"("partner_id", "id");
CREATE INDEX IF NOT EXISTS "subscriptions_partner_id_status_id_idx" ON "subscriptions"("partner_id", "status", "id");

-- Mails of the kinds that accounts do not cause. Partial, so that a creation adds to no further index.
CREATE INDEX IF NOT EXISTS "mails_kind_idx" ON "mails"("kind", "id") WHERE "kind" NOT IN ('administrator_activation', 'administrator_welcome');
CREATE INDEX IF NOT EXISTS "mails_partner_id_kind_idx" ON "mails"("partner_id", "kind", "id") WHERE "kind" NOT IN ('administrator_activation', 'administrator_welcome');

-- Failed mails of one partner. Partial, and thus small.
CREATE INDEX IF NOT EXISTS "mails_failed_idx" ON "mails"("partner_id", "id") WHERE "status" = 'failed';
