-- CreateTable
CREATE TABLE "account_creations" (
    "starts_at" TIMESTAMPTZ(0) NOT NULL,
    "accounts" INTEGER NOT NULL,

    CONSTRAINT "account_creations_pkey" PRIMARY KEY ("starts_at")
);

ALTER TABLE "account_creations" ADD CONSTRAINT "account_creations_accounts_check" CHECK ("accounts" > 0);

-- The accounts so far. The first call would count them otherwise, in its limited time.
INSERT INTO "account_creations" ("starts_at", "accounts")
SELECT to_timestamp(('x' || left("id", 12))::bit(48)::bigint / 900000 * 900), count(*)
FROM "accounts"
GROUP BY 1
HAVING to_timestamp(min(('x' || left("id", 12))::bit(48)::bigint) / 900000 * 900) < now() - interval '75 minutes'
ON CONFLICT DO NOTHING;
