CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "mails_partner_id_id_key" ON "mails"("partner_id", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_id_idx" ON "mails"("id");
