-- The daily figures of creations count by the database's clock.
CREATE INDEX IF NOT EXISTS "accounts_created_at_idx" ON "accounts"("created_at");

-- DropIndex
DROP INDEX "idempotent_creations_partner_id_expires_at_idx";
