-- A creation deletes the partner's expired responses. The index on only the time is for the previous release.
CREATE INDEX IF NOT EXISTS "idempotent_creations_partner_id_expires_at_idx" ON "idempotent_creations"("partner_id", "expires_at");
