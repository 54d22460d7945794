CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "portal_users_partner_id_id_key" ON "portal_users"("partner_id", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "portal_users_id_idx" ON "portal_users"("id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "portal_users_activation_token_hash_idx" ON "portal_users"("activation_token_hash") WHERE "activation_token_hash" IS NOT NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "portal_users_reset_token_hash_idx" ON "portal_users"("reset_token_hash") WHERE "reset_token_hash" IS NOT NULL;

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "idempotent_creations_partner_id_lookup_key" ON "idempotent_creations"("partner_id", "lookup");

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "idempotent_creations_lookup_key" ON "idempotent_creations"("lookup");
