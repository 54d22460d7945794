-- CreateEnum
CREATE TYPE "operator_role" AS ENUM ('viewer', 'support', 'admin');

-- CreateTable
CREATE TABLE "operator_sessions" (
    "id" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "role" "operator_role" NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_sign_in_links" (
    "token_hash" BYTEA NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "role" "operator_role" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_sign_in_links_pkey" PRIMARY KEY ("token_hash")
);

ALTER TABLE "operator_sign_in_links"
  ADD CONSTRAINT "operator_sign_in_links_token_hash_check" CHECK (octet_length("token_hash") = 32);

-- Not validated: every row satisfies the stricter check that it replaces, and reading them all would block writers.
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_actor_check";
ALTER TABLE "audit_entries"
  ADD CONSTRAINT "audit_entries_actor_check"
  CHECK ("actor_kind" IN ('portal-user', 'internal', 'operator', 'activation-link')) NOT VALID;
