-- In each of the following steps, writes to a table wait while its indexes are created. To avoid the wait on a large
-- database, create them by hand before, with CREATE UNIQUE INDEX CONCURRENTLY and CREATE INDEX CONCURRENTLY.
CREATE UNIQUE INDEX IF NOT EXISTS "accounts_partner_id_id_key" ON "accounts"("partner_id", "id");
CREATE INDEX IF NOT EXISTS "accounts_id_idx" ON "accounts"("id");
CREATE INDEX IF NOT EXISTS "accounts_api_token_hash_idx" ON "accounts"("api_token_hash");

ALTER TABLE "administrators" DROP CONSTRAINT "administrators_account_id_fkey";
ALTER TABLE "units" DROP CONSTRAINT "units_account_id_fkey";
ALTER TABLE "work_schedules" DROP CONSTRAINT "work_schedules_account_id_fkey";
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_account_id_fkey";
ALTER TABLE "accounts"
  DROP CONSTRAINT "accounts_pkey",
  ADD CONSTRAINT "accounts_pkey" PRIMARY KEY USING INDEX "accounts_partner_id_id_key";
DROP INDEX "accounts_api_token_hash_key";

-- Without ON UPDATE CASCADE: the column by which a table is distributed never changes.
ALTER TABLE "accounts"
  DROP CONSTRAINT "accounts_partner_id_fkey",
  ADD CONSTRAINT "accounts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;
ALTER TABLE "employers"
  DROP CONSTRAINT "employers_partner_id_number_fkey",
  ADD CONSTRAINT "employers_partner_id_number_fkey" FOREIGN KEY ("partner_id", "number") REFERENCES "accounts"("partner_id", "number") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;
