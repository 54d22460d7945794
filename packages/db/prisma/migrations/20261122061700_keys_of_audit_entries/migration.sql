CREATE UNIQUE INDEX IF NOT EXISTS "audit_entries_partner_id_id_key" ON "audit_entries"("partner_id", "id");
CREATE INDEX IF NOT EXISTS "audit_entries_id_idx" ON "audit_entries"("id");
-- The validated check saves a scan of the table.
ALTER TABLE "audit_entries" ALTER COLUMN "partner_id" SET NOT NULL;
ALTER TABLE "audit_entries"
  DROP CONSTRAINT "audit_entries_partner_id_check",
  DROP CONSTRAINT "audit_entries_pkey",
  ADD CONSTRAINT "audit_entries_pkey" PRIMARY KEY USING INDEX "audit_entries_partner_id_id_key";
DROP INDEX "audit_entries_partner_id_id_idx";
