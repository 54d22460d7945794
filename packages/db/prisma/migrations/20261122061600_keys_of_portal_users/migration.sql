CREATE UNIQUE INDEX IF NOT EXISTS "portal_users_partner_id_id_key" ON "portal_users"("partner_id", "id");
CREATE INDEX IF NOT EXISTS "portal_users_id_idx" ON "portal_users"("id");
-- For links without a partner, which the previous release sent.
CREATE INDEX IF NOT EXISTS "portal_users_activation_token_hash_idx" ON "portal_users"("activation_token_hash") WHERE "activation_token_hash" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "portal_users_reset_token_hash_idx" ON "portal_users"("reset_token_hash") WHERE "reset_token_hash" IS NOT NULL;

ALTER TABLE "portal_users"
  DROP CONSTRAINT "portal_users_pkey",
  ADD CONSTRAINT "portal_users_pkey" PRIMARY KEY USING INDEX "portal_users_partner_id_id_key",
  DROP CONSTRAINT "portal_users_partner_id_fkey",
  ADD CONSTRAINT "portal_users_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;
DROP INDEX "portal_users_partner_id_id_idx", "portal_users_activation_token_hash_key", "portal_users_reset_token_hash_key";
ALTER TABLE "partners"
  DROP CONSTRAINT "partners_coupon_id_fkey",
  ADD CONSTRAINT "partners_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

-- From here on, the directory finds duplicates. This release inserts the directory's row first.
DROP INDEX "portal_users_email_key";
ALTER TABLE "portal_user_emails" RENAME CONSTRAINT "portal_user_emails_pkey" TO "portal_users_email_key";
CREATE OR REPLACE FUNCTION previous_release_portal_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portal_user_emails (email_key, partner_id, user_id)
    SELECT lower(NEW.email COLLATE "C"), NEW.partner_id, NEW.id
    WHERE NOT EXISTS (SELECT FROM portal_user_emails WHERE email_key = lower(NEW.email COLLATE "C") AND user_id = NEW.id);
  RETURN NULL;
END $$;

CREATE UNIQUE INDEX IF NOT EXISTS "idempotent_creations_partner_id_lookup_key" ON "idempotent_creations"("partner_id", "lookup");
-- For the previous release.
CREATE UNIQUE INDEX IF NOT EXISTS "idempotent_creations_lookup_key" ON "idempotent_creations"("lookup");
ALTER TABLE "idempotent_creations"
  DROP CONSTRAINT "idempotent_creations_pkey",
  ADD CONSTRAINT "idempotent_creations_pkey" PRIMARY KEY USING INDEX "idempotent_creations_partner_id_lookup_key";
