CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "administrators_partner_id_account_id_key" ON "administrators"("partner_id", "account_id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "administrators_account_id_idx" ON "administrators"("account_id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "administrators_activation_token_hash_idx" ON "administrators"("activation_token_hash") WHERE "activation_token_hash" IS NOT NULL;
