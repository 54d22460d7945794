-- CreateEnum
CREATE TYPE "portal_user_kind" AS ENUM ('person', 'integration');

-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'password_reset';
ALTER TYPE "mail_kind" ADD VALUE 'password_changed';

-- AlterEnum
ALTER TYPE "permission" ADD VALUE 'users:manage';

-- DropIndex
DROP INDEX "portal_users_partner_id_idx";

-- AlterTable
ALTER TABLE "portal_users" ADD COLUMN     "kind" "portal_user_kind" NOT NULL DEFAULT 'person',
ADD COLUMN     "last_signed_in_at" TIMESTAMPTZ(3),
ADD COLUMN     "reset_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "reset_token_hash" BYTEA;

-- CreateIndex
CREATE INDEX "audit_entries_partner_id_action_id_idx" ON "audit_entries"("partner_id", "action", "id");

-- CreateIndex
CREATE INDEX "audit_entries_partner_id_actor_name_action_id_idx" ON "audit_entries"("partner_id", "actor_name", "action", "id");

-- CreateIndex
CREATE UNIQUE INDEX "portal_users_reset_token_hash_key" ON "portal_users"("reset_token_hash");

-- CreateIndex
CREATE INDEX "portal_users_partner_id_id_idx" ON "portal_users"("partner_id", "id");

-- Prisma's schema language cannot express these checks.

ALTER TABLE "portal_users"
  ADD CONSTRAINT "portal_users_reset_check" CHECK (("reset_token_hash" IS NULL) = ("reset_expires_at" IS NULL)),
  -- Nobody reads mails to an integration.
  ADD CONSTRAINT "portal_users_integration_check" CHECK ("kind" = 'person' OR ("status" <> 'invited' AND "activation_token_hash" IS NULL AND "reset_token_hash" IS NULL));
