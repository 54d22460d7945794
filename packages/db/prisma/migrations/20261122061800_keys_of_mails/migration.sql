CREATE UNIQUE INDEX IF NOT EXISTS "mails_partner_id_id_key" ON "mails"("partner_id", "id");
CREATE INDEX IF NOT EXISTS "mails_id_idx" ON "mails"("id");
-- The validated check saves a scan of the table.
ALTER TABLE "mails" ALTER COLUMN "partner_id" SET NOT NULL;
ALTER TABLE "mails"
  DROP CONSTRAINT "mails_partner_id_check",
  DROP CONSTRAINT "mails_pkey",
  ADD CONSTRAINT "mails_pkey" PRIMARY KEY USING INDEX "mails_partner_id_id_key";
DROP INDEX "mails_partner_id_id_idx";
