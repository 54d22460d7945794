CREATE UNIQUE INDEX IF NOT EXISTS "administrators_partner_id_account_id_key" ON "administrators"("partner_id", "account_id");
-- For the previous release.
CREATE INDEX IF NOT EXISTS "administrators_account_id_idx" ON "administrators"("account_id");
-- For links without a partner, which the previous release sent.
CREATE INDEX IF NOT EXISTS "administrators_activation_token_hash_idx" ON "administrators"("activation_token_hash") WHERE "activation_token_hash" IS NOT NULL;

ALTER TABLE "administrators"
  DROP CONSTRAINT "administrators_pkey",
  ADD CONSTRAINT "administrators_pkey" PRIMARY KEY USING INDEX "administrators_partner_id_account_id_key",
  ADD CONSTRAINT "administrators_partner_id_account_id_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;
DROP INDEX "administrators_activation_token_hash_key";

-- From here on, the directory finds duplicates.
DROP INDEX "administrators_email_key";
ALTER TABLE "administrator_emails" RENAME CONSTRAINT "administrator_emails_pkey" TO "administrators_email_key";
CREATE OR REPLACE FUNCTION previous_release_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO administrator_emails (email_key, partner_id, account_id)
    VALUES (lower(NEW.email COLLATE "C"), '', NEW.account_id);
  NEW.partner_id := '';
  RETURN NEW;
END $$;
