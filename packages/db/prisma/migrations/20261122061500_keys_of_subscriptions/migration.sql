CREATE UNIQUE INDEX IF NOT EXISTS "subscriptions_partner_id_account_id_id_key" ON "subscriptions"("partner_id", "account_id", "id");
CREATE INDEX IF NOT EXISTS "subscriptions_id_idx" ON "subscriptions"("id");
ALTER TABLE "subscriptions"
  DROP CONSTRAINT "subscriptions_pkey",
  ADD CONSTRAINT "subscriptions_pkey" PRIMARY KEY USING INDEX "subscriptions_partner_id_account_id_id_key",
  ADD CONSTRAINT "subscriptions_partner_id_account_id_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  DROP CONSTRAINT "subscriptions_coupon_id_fkey",
  ADD CONSTRAINT "subscriptions_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;
