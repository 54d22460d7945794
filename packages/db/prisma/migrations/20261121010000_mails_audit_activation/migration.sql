-- CreateEnum
CREATE TYPE "mail_kind" AS ENUM ('portal_user_invitation', 'administrator_activation', 'administrator_welcome');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('queued', 'sent', 'failed');

-- AlterTable
ALTER TABLE "administrators" ADD COLUMN     "activation_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "activation_token_hash" BYTEA,
ADD COLUMN     "password_hash" TEXT;

-- AlterTable
ALTER TABLE "portal_users" ADD COLUMN     "activation_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "activation_token_hash" BYTEA;

-- CreateTable
CREATE TABLE "mails" (
    "id" TEXT NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "recipient" TEXT NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "sealed_content" BYTEA,
    "partner_id" TEXT,
    "account_id" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor_kind" TEXT NOT NULL,
    "actor_name" TEXT,
    "action" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "partner_id" TEXT,
    "account_id" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mails_status_due_at_idx" ON "mails"("status", "due_at");

-- CreateIndex
CREATE INDEX "audit_entries_partner_id_id_idx" ON "audit_entries"("partner_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_account_id_id_idx" ON "audit_entries"("account_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "administrators_activation_token_hash_key" ON "administrators"("activation_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "portal_users_activation_token_hash_key" ON "portal_users"("activation_token_hash");

-- What Prisma's schema language cannot say.

ALTER TABLE "administrators"
  ADD CONSTRAINT "administrators_activation_check" CHECK (("activation_token_hash" IS NULL) = ("activation_expires_at" IS NULL));

ALTER TABLE "portal_users"
  ADD CONSTRAINT "portal_users_activation_check" CHECK (("activation_token_hash" IS NULL) = ("activation_expires_at" IS NULL));

-- The content of a mail is there until it is sent, and not a moment longer.
ALTER TABLE "mails"
  ADD CONSTRAINT "mails_content_check" CHECK (("status" = 'sent') = ("sealed_content" IS NULL)),
  ADD CONSTRAINT "mails_sent_check" CHECK (("status" = 'sent') = ("sent_at" IS NOT NULL)),
  ADD CONSTRAINT "mails_attempts_check" CHECK ("attempts" >= 0);

ALTER TABLE "audit_entries"
  ADD CONSTRAINT "audit_entries_actor_check" CHECK ("actor_kind" IN ('portal-user', 'internal', 'activation-link'));
