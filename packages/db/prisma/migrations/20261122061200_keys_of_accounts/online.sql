CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "accounts_partner_id_id_key" ON "accounts"("partner_id", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_id_idx" ON "accounts"("id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_api_token_hash_idx" ON "accounts"("api_token_hash");
