-- Trigrams of words, and indexes that combine them with other columns. Both extensions are trusted: the owner of the
-- database may create them. Elsewhere, an administrator creates them before the upgrade.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- CreateTable
CREATE TABLE "account_search" (
    "partner_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "subscription_status" "subscription_status" NOT NULL DEFAULT 'pending',
    "administrator_activated" BOOLEAN NOT NULL DEFAULT false,
    "terms" TEXT NOT NULL,

    CONSTRAINT "account_search_pkey" PRIMARY KEY ("partner_id","number")
);

-- Existing accounts, with the words that `searchTerms` of the domain returns. Inserted before the indexes are created,
-- which is faster.
INSERT INTO "account_search" ("partner_id", "number", "created_at", "subscription_status", "administrator_activated", "terms")
SELECT a.partner_id, a.number, a.created_at, s.status, d.password_hash IS NOT NULL,
       btrim(regexp_replace(lower(regexp_replace(normalize(
         concat_ws(' ', e.name, e.trade_name, e.cpf, e.cnpj, d.email), NFKD), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+', ' ', 'g'))
FROM "accounts" a
JOIN "employers" e ON e.partner_id = a.partner_id AND e.number = a.number
JOIN "administrators" d ON d.account_id = a.id
CROSS JOIN LATERAL (SELECT status FROM "subscriptions" WHERE account_id = a.id ORDER BY id DESC LIMIT 1) s;

-- CreateIndex
CREATE INDEX "account_search_filter_idx" ON "account_search"("partner_id", "subscription_status", "administrator_activated", "created_at", "number");

-- A word of a query begins a word of the terms: `' ' || terms LIKE '% word%'`. The list of pending entries is kept short:
-- every search reads it, and the creation that fills it merges it into the index.
CREATE INDEX "account_search_terms_idx" ON "account_search" USING GIN ("partner_id", (' ' || "terms") gin_trgm_ops) WITH (gin_pending_list_limit = 512);
