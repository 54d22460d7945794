-- CreateEnum
CREATE TYPE "partner_status" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "portal_user_status" AS ENUM ('invited', 'active', 'disabled');

-- CreateEnum
CREATE TYPE "permission" AS ENUM ('accounts:read', 'accounts:create');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('pending', 'active', 'canceled');

-- CreateTable
CREATE TABLE "partners" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "partner_status" NOT NULL DEFAULT 'active',
    "coupon_id" TEXT,
    "account_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coupons" (
    "id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "percent_off" SMALLINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "max_redemptions" INTEGER,
    "redemptions" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "coupons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portal_users" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "portal_user_status" NOT NULL DEFAULT 'invited',
    "permissions" "permission"[],
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "portal_users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "active_employees" INTEGER NOT NULL DEFAULT 0,
    "secret_hash" BYTEA NOT NULL,
    "api_token_hash" BYTEA,
    "sealed_api_token" BYTEA,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "administrators" (
    "account_id" TEXT NOT NULL,
    "full_name" VARCHAR(200) NOT NULL,
    "email" TEXT NOT NULL,
    "mobile_phone" TEXT NOT NULL,

    CONSTRAINT "administrators_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "employers" (
    "partner_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "trade_name" TEXT NOT NULL,
    "cpf" TEXT,
    "cnpj" TEXT,
    "financial_email" TEXT,

    CONSTRAINT "employers_pkey" PRIMARY KEY ("partner_id","number")
);

-- CreateTable
CREATE TABLE "units" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "cep" TEXT NOT NULL,
    "street_name" TEXT NOT NULL,
    "street_number" VARCHAR(6) NOT NULL,
    "neighborhood" TEXT NOT NULL,
    "complement" TEXT,
    "state" TEXT NOT NULL,
    "city" TEXT NOT NULL,

    CONSTRAINT "units_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "work_schedules" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "days" JSONB NOT NULL,

    CONSTRAINT "work_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "status" "subscription_status" NOT NULL DEFAULT 'pending',
    "employees" INTEGER NOT NULL,
    "face_ids" INTEGER NOT NULL DEFAULT 0,
    "coupon_id" TEXT,
    "percent_off" SMALLINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "activated_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_creations" (
    "lookup" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "sealed_answer" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_creations_pkey" PRIMARY KEY ("lookup")
);

-- CreateIndex
CREATE INDEX "idempotent_creations_expires_at_idx" ON "idempotent_creations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "coupons_code_key" ON "coupons"("code");

-- CreateIndex
CREATE INDEX "portal_users_partner_id_idx" ON "portal_users"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_api_token_hash_key" ON "accounts"("api_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_partner_id_number_key" ON "accounts"("partner_id", "number");

-- CreateIndex
CREATE INDEX "employers_partner_id_cnpj_number_idx" ON "employers"("partner_id", "cnpj", "number");

-- CreateIndex
CREATE INDEX "employers_partner_id_cpf_number_idx" ON "employers"("partner_id", "cpf", "number");

-- CreateIndex
CREATE INDEX "units_account_id_idx" ON "units"("account_id");

-- CreateIndex
CREATE INDEX "work_schedules_account_id_idx" ON "work_schedules"("account_id");

-- CreateIndex
CREATE INDEX "subscriptions_account_id_idx" ON "subscriptions"("account_id");

-- AddForeignKey
ALTER TABLE "partners" ADD CONSTRAINT "partners_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portal_users" ADD CONSTRAINT "portal_users_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "employers" ADD CONSTRAINT "employers_partner_id_number_fkey" FOREIGN KEY ("partner_id", "number") REFERENCES "accounts"("partner_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "units" ADD CONSTRAINT "units_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_schedules" ADD CONSTRAINT "work_schedules_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- E-mails are ASCII and unique whatever their case; the service looks them up by lower(email).
CREATE UNIQUE INDEX "administrators_email_key" ON "administrators"(lower("email"));
CREATE UNIQUE INDEX "portal_users_email_key" ON "portal_users"(lower("email"));

ALTER TABLE "partners" ADD CONSTRAINT "partners_account_count_check" CHECK ("account_count" >= 0);

ALTER TABLE "coupons"
  ADD CONSTRAINT "coupons_percent_off_check" CHECK ("percent_off" BETWEEN 1 AND 100),
  ADD CONSTRAINT "coupons_redemptions_check" CHECK ("redemptions" BETWEEN 0 AND coalesce("max_redemptions", "redemptions"));

-- Whoever is active has chosen a password; whoever is invited has none yet.
ALTER TABLE "portal_users" ADD CONSTRAINT "portal_users_password_check" CHECK (
  CASE "status" WHEN 'active' THEN "password_hash" IS NOT NULL WHEN 'invited' THEN "password_hash" IS NULL ELSE true END
);

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_id_check" CHECK ("id" ~ '^[0-9a-f]{24}$'),
  ADD CONSTRAINT "accounts_number_check" CHECK ("number" >= 1),
  ADD CONSTRAINT "accounts_active_employees_check" CHECK ("active_employees" >= 0),
  ADD CONSTRAINT "accounts_secret_hash_check" CHECK (octet_length("secret_hash") = 32),
  ADD CONSTRAINT "accounts_api_token_check" CHECK (("api_token_hash" IS NULL) = ("sealed_api_token" IS NULL));

ALTER TABLE "administrators" ADD CONSTRAINT "administrators_mobile_phone_check" CHECK ("mobile_phone" ~ '^[0-9]{10,15}$');

ALTER TABLE "employers"
  ADD CONSTRAINT "employers_document_check" CHECK (num_nonnulls("cpf", "cnpj") = 1),
  ADD CONSTRAINT "employers_cpf_check" CHECK ("cpf" ~ '^[0-9]{11}$'),
  ADD CONSTRAINT "employers_cnpj_check" CHECK ("cnpj" ~ '^[0-9A-Z]{12}[0-9]{2}$');

ALTER TABLE "units"
  ADD CONSTRAINT "units_cep_check" CHECK ("cep" ~ '^[0-9]{8}$'),
  ADD CONSTRAINT "units_state_check" CHECK ("state" ~ '^[A-Z]{2}$');

ALTER TABLE "subscriptions"
  ADD CONSTRAINT "subscriptions_employees_check" CHECK ("employees" BETWEEN 1 AND 5000),
  ADD CONSTRAINT "subscriptions_face_ids_check" CHECK ("face_ids" >= 0),
  ADD CONSTRAINT "subscriptions_percent_off_check" CHECK ("percent_off" BETWEEN 1 AND 100),
  ADD CONSTRAINT "subscriptions_coupon_check" CHECK (("coupon_id" IS NULL) = ("percent_off" IS NULL));

ALTER TABLE "idempotent_creations"
  ADD CONSTRAINT "idempotent_creations_lookup_check" CHECK (octet_length("lookup") = 32),
  ADD CONSTRAINT "idempotent_creations_fingerprint_check" CHECK (octet_length("fingerprint") = 32);
