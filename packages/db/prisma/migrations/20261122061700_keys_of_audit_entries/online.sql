CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "audit_entries_partner_id_id_key" ON "audit_entries"("partner_id", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_entries_id_idx" ON "audit_entries"("id");
