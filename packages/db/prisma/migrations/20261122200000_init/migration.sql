-- Trigrams of words, and indexes that combine them with the partner. Both extensions are trusted: the owner of the
-- database may create them. Elsewhere, an administrator creates them first.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE "partners" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "coupon_id" TEXT,
    "account_count" INTEGER NOT NULL DEFAULT 0,
    "deleted_accounts" INTEGER NOT NULL DEFAULT 0,
    "event_count" INTEGER NOT NULL DEFAULT 0,
    "terms" TEXT NOT NULL DEFAULT '',
    "requires_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "rate_limit" INTEGER,
    "rate_limit_until" TIMESTAMPTZ(3),
    "test_of" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "portal_users" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'person',
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'invited',
    "permissions" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "password_hash" TEXT,
    "previous_password_hash" TEXT,
    "previous_password_expires_at" TIMESTAMPTZ(3),
    "terms" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "activation_token_hash" BYTEA,
    "activation_expires_at" TIMESTAMPTZ(3),
    "token_generation" INTEGER NOT NULL DEFAULT 0,
    "reset_token_hash" BYTEA,
    "reset_expires_at" TIMESTAMPTZ(3),
    "last_signed_in_at" TIMESTAMPTZ(3),
    "ended_sessions" JSONB NOT NULL DEFAULT '{}',
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "portal_users_pkey" PRIMARY KEY ("partner_id","id")
);

CREATE TABLE "second_factors" (
    "partner_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "recovery_hashes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("partner_id","user_id")
);

CREATE TABLE "portal_sessions" (
    "partner_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "token_generation" INTEGER NOT NULL,
    "user_agent" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portal_sessions_pkey" PRIMARY KEY ("partner_id","user_id","id")
);

CREATE TABLE "portal_user_emails" (
    "email_key" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "portal_users_email_key" PRIMARY KEY ("email_key")
);

CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "subscription_status" TEXT NOT NULL DEFAULT 'pending',
    "administrator_activated" BOOLEAN NOT NULL DEFAULT false,
    "terms" TEXT NOT NULL,
    "active_employees" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL,
    "trade_name" TEXT NOT NULL,
    "cpf" TEXT,
    "cnpj" TEXT,
    "financial_email" TEXT,
    "full_name" VARCHAR(200) NOT NULL,
    "email" TEXT NOT NULL,
    "mobile_phone" TEXT NOT NULL,
    "password_hash" TEXT,
    "activation_token_hash" BYTEA,
    "activation_expires_at" TIMESTAMPTZ(3),
    "secret_hash" BYTEA NOT NULL,
    "api_token_hash" BYTEA,
    "sealed_api_token" BYTEA,
    "erased_at" TIMESTAMPTZ(3)
);

CREATE TABLE "idempotent_creations" (
    "partner_id" TEXT NOT NULL,
    "lookup" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "sealed_response" BYTEA NOT NULL,
    "account_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_creations_pkey" PRIMARY KEY ("partner_id","lookup")
);

CREATE TABLE "administrator_emails" (
    "email_key" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT '',
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,

    CONSTRAINT "administrators_email_key" PRIMARY KEY ("email_key","scope")
);

CREATE TABLE "units" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "cep" TEXT NOT NULL,
    "street_name" TEXT NOT NULL,
    "street_number" VARCHAR(6) NOT NULL,
    "neighborhood" TEXT NOT NULL,
    "complement" TEXT,
    "state" TEXT NOT NULL,
    "city" TEXT NOT NULL,

    CONSTRAINT "units_pkey" PRIMARY KEY ("partner_id","account_id","id")
);

CREATE TABLE "work_schedules" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "days" JSONB NOT NULL,

    CONSTRAINT "work_schedules_pkey" PRIMARY KEY ("partner_id","account_id","id")
);

CREATE TABLE "subscriptions" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "employees" INTEGER NOT NULL,
    "face_ids" INTEGER NOT NULL DEFAULT 0,
    "coupon_id" TEXT,
    "percent_off" SMALLINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "activated_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("partner_id","account_id","id")
);

CREATE TABLE "mails" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "recipient_key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "priority" SMALLINT NOT NULL DEFAULT 1,
    "sealed_content" BYTEA,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("partner_id","id")
);

CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor_kind" TEXT NOT NULL,
    "actor_name" TEXT,
    "actor_via" TEXT,
    "actor_network" TEXT,
    "action" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT,
    "changes" JSONB,
    "reason" TEXT,
    "position" INTEGER,
    "count" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("partner_id","id")
);

CREATE TABLE "notes" (
    "partner_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "notes_pkey" PRIMARY KEY ("partner_id","id")
);

CREATE TABLE "operator_sessions" (
    "id" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "creator_session_id" TEXT,
    "user_agent" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "sealed_id_token" BYTEA,

    CONSTRAINT "operator_sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "operator_sign_in_links" (
    "token_hash" BYTEA NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "creator_session_id" TEXT,

    CONSTRAINT "operator_sign_in_links_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "rate_limit_rejections" (
    "partner_id" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "rate_limit_rejections_pkey" PRIMARY KEY ("partner_id","minute")
);

CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL DEFAULT 'unverified',
    "sealed_secret" BYTEA NOT NULL,
    "sealed_previous_secret" BYTEA,
    "previous_expires_at" TIMESTAMPTZ(3),
    "position" INTEGER NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("partner_id","id")
);

CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "account_id" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'queued',
    "priority" SMALLINT NOT NULL DEFAULT 1,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_error" TEXT,
    "response_status" SMALLINT,
    "response_body" TEXT,
    "duration_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("partner_id","id")
);

CREATE TABLE "logged_requests" (
    "partner_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT,
    "status" SMALLINT NOT NULL,
    "code" INTEGER,
    "fields" TEXT[],
    "request_id" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "logged_requests_pkey" PRIMARY KEY ("partner_id","id")
);

CREATE TABLE "provoked_failures" (
    "partner_id" TEXT NOT NULL,
    "lookup" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provoked_failures_pkey" PRIMARY KEY ("partner_id","lookup")
);

CREATE TABLE "account_creations" (
    "starts_at" TIMESTAMPTZ(0) NOT NULL,
    "accounts" INTEGER NOT NULL,

    CONSTRAINT "account_creations_pkey" PRIMARY KEY ("starts_at")
);
CREATE INDEX "partners_terms_idx" ON "partners" USING GIN ("terms" gin_trgm_ops);

CREATE UNIQUE INDEX "coupons_code_key" ON "coupons"("code");
CREATE INDEX "portal_users_id_idx" ON "portal_users"("id");
CREATE INDEX "portal_users_terms_idx" ON "portal_users" USING GIN ("terms" gin_trgm_ops);
CREATE INDEX "portal_sessions_expires_at_idx" ON "portal_sessions"("expires_at");
CREATE INDEX "logged_requests_request_id_idx" ON "logged_requests"("request_id");
CREATE INDEX "accounts_id_idx" ON "accounts"("id");
CREATE INDEX "accounts_api_token_hash_idx" ON "accounts"("api_token_hash");
CREATE INDEX "accounts_subscription_status_id_idx" ON "accounts"("subscription_status", "id");
CREATE INDEX "accounts_filter_idx" ON "accounts"("partner_id", "subscription_status", "administrator_activated", "created_at", "number");
CREATE UNIQUE INDEX "accounts_partner_id_number_key" ON "accounts"("partner_id", "number");
-- After the other indexes: while the table has no statistics, they all cost the same, and PostgreSQL takes the newest. It
-- keeps that plan for the foreign keys of a creation, which would read all accounts of the partner.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_pkey" PRIMARY KEY ("partner_id", "id");
CREATE INDEX "idempotent_creations_expires_at_idx" ON "idempotent_creations"("expires_at");
CREATE INDEX "subscriptions_id_idx" ON "subscriptions"("id");
CREATE INDEX "subscriptions_status_id_idx" ON "subscriptions"("status", "id");
CREATE INDEX "subscriptions_partner_id_id_idx" ON "subscriptions"("partner_id", "id");
CREATE INDEX "subscriptions_partner_id_status_id_idx" ON "subscriptions"("partner_id", "status", "id");
CREATE INDEX "mails_id_idx" ON "mails"("id");
CREATE INDEX "mails_status_id_idx" ON "mails"("status", "id");
CREATE INDEX "mails_account_id_id_idx" ON "mails"("account_id", "id");
CREATE INDEX "mails_recipient_key_id_idx" ON "mails"("recipient_key", "id");
CREATE INDEX "mails_status_priority_due_at_idx" ON "mails"("status", "priority", "due_at");
CREATE INDEX "audit_entries_id_idx" ON "audit_entries"("id");
CREATE INDEX "audit_entries_partner_id_action_id_idx" ON "audit_entries"("partner_id", "action", "id");
CREATE INDEX "audit_entries_partner_id_actor_name_action_id_idx" ON "audit_entries"("partner_id", "actor_name", "action", "id");
CREATE INDEX "audit_entries_account_id_id_idx" ON "audit_entries"("account_id", "id");
CREATE INDEX "notes_id_idx" ON "notes"("id");
CREATE INDEX "notes_partner_id_account_id_id_idx" ON "notes"("partner_id", "account_id", "id");
CREATE INDEX "operator_sessions_creator_session_id_idx" ON "operator_sessions"("creator_session_id");
CREATE INDEX "operator_sign_in_links_creator_session_id_idx" ON "operator_sign_in_links"("creator_session_id");
CREATE INDEX "provoked_failures_expires_at_idx" ON "provoked_failures"("expires_at");
CREATE INDEX "webhook_endpoints_id_idx" ON "webhook_endpoints"("id");
CREATE INDEX "webhook_deliveries_id_idx" ON "webhook_deliveries"("id");
CREATE INDEX "webhook_deliveries_partner_id_endpoint_id_id_idx" ON "webhook_deliveries"("partner_id", "endpoint_id", "id");
CREATE INDEX "webhook_deliveries_status_priority_due_at_idx" ON "webhook_deliveries"("status", "priority", "due_at");
CREATE INDEX "rate_limit_rejections_minute_idx" ON "rate_limit_rejections"("minute");

ALTER TABLE "partners" ADD CONSTRAINT "partners_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "portal_users" ADD CONSTRAINT "portal_users_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_partner_id_user_id_fkey" FOREIGN KEY ("partner_id", "user_id") REFERENCES "portal_users"("partner_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_partner_id_user_id_fkey" FOREIGN KEY ("partner_id", "user_id") REFERENCES "portal_users"("partner_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "units" ADD CONSTRAINT "units_partner_id_account_id_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "work_schedules" ADD CONSTRAINT "work_schedules_partner_id_account_id_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_partner_id_account_id_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_partner_id_endpoint_id_fkey" FOREIGN KEY ("partner_id", "endpoint_id") REFERENCES "webhook_endpoints"("partner_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "notes" ADD CONSTRAINT "notes_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_creator_session_id_fkey" FOREIGN KEY ("creator_session_id") REFERENCES "operator_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "operator_sign_in_links" ADD CONSTRAINT "operator_sign_in_links_creator_session_id_fkey" FOREIGN KEY ("creator_session_id") REFERENCES "operator_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma's schema language cannot express.

-- A word of a query begins a word of the terms: `' ' || terms LIKE '% word%'`. The list of pending entries is kept short:
-- every search reads it, and the creation that fills it merges it into the index.
CREATE INDEX "accounts_terms_idx" ON "accounts" USING GIN ("partner_id", (' ' || "terms") gin_trgm_ops) WITH (gin_pending_list_limit = 512);

-- The tax ID first: one index finds a tax ID of one partner and of all partners. Each row has one of the two.
CREATE INDEX "accounts_cnpj_partner_id_number_idx" ON "accounts"("cnpj", "partner_id", "number") WHERE "cnpj" IS NOT NULL;
CREATE INDEX "accounts_cpf_partner_id_number_idx" ON "accounts"("cpf", "partner_id", "number") WHERE "cpf" IS NOT NULL;

CREATE INDEX "accounts_activation_token_hash_idx" ON "accounts"("activation_token_hash") WHERE "activation_token_hash" IS NOT NULL;
CREATE INDEX "portal_users_activation_token_hash_idx" ON "portal_users"("activation_token_hash") WHERE "activation_token_hash" IS NOT NULL;
CREATE INDEX "portal_users_reset_token_hash_idx" ON "portal_users"("reset_token_hash") WHERE "reset_token_hash" IS NOT NULL;

-- Every instance reads them every few seconds.
CREATE INDEX "partners_rate_limit_idx" ON "partners"("id") WHERE "rate_limit" IS NOT NULL;

-- The service recognises a duplicate by this name. Citus cannot have it: `scripts/distribute.mjs` replaces it, and the lock
-- of the live partner is enough.
CREATE UNIQUE INDEX "partners_test_of_key" ON "partners"("test_of") WHERE "test_of" IS NOT NULL;

-- Mails of the kinds that accounts do not cause. Partial, so that a creation adds to no further index.
CREATE INDEX "mails_kind_idx" ON "mails"("kind", "id") WHERE "kind" NOT IN ('administrator-activation', 'administrator-welcome');
CREATE INDEX "mails_partner_id_kind_idx" ON "mails"("partner_id", "kind", "id") WHERE "kind" NOT IN ('administrator-activation', 'administrator-welcome');
CREATE INDEX "mails_failed_idx" ON "mails"("partner_id", "id") WHERE "status" = 'failed';

-- Only events have a position.
CREATE UNIQUE INDEX "audit_entries_position_key" ON "audit_entries"("partner_id", "position") WHERE "position" IS NOT NULL;

-- Most entries are creations by portal users. They are left out, so that a creation adds to no further index; lists find
-- them by their account or partner.
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries"("actor_kind", "actor_name", "id") WHERE "actor_kind" <> 'portal-user';
CREATE INDEX "audit_entries_action_idx" ON "audit_entries"("action", "id") WHERE "action" <> 'account.created';
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries"("subject_id", "id") WHERE "action" <> 'account.created';

-- Only states, and what columns must agree on (CONTRIBUTING.md).
ALTER TABLE "partners"
  ADD CONSTRAINT "partners_status_check" CHECK ("status" IN ('active', 'suspended')),
  ADD CONSTRAINT "partners_deleted_accounts_check" CHECK ("deleted_accounts" BETWEEN 0 AND CASE WHEN "test_of" IS NULL THEN 0 ELSE "account_count" END),
  ADD CONSTRAINT "partners_rate_limit_check" CHECK ("rate_limit" > 0 AND ("rate_limit" IS NOT NULL OR "rate_limit_until" IS NULL)),
  ADD CONSTRAINT "partners_test_of_check" CHECK ("test_of" <> "id");

ALTER TABLE "coupons" ADD CONSTRAINT "coupons_redemptions_check" CHECK ("redemptions" BETWEEN 0 AND coalesce("max_redemptions", "redemptions"));

ALTER TABLE "portal_users"
  ADD CONSTRAINT "portal_users_kind_check" CHECK ("kind" IN ('person', 'integration')),
  ADD CONSTRAINT "portal_users_status_check" CHECK ("status" IN ('invited', 'active', 'disabled')),
  ADD CONSTRAINT "portal_users_permissions_check" CHECK ("permissions" <@ ARRAY['accounts:read', 'accounts:create', 'users:manage', 'webhooks:manage']),
  -- Active users have chosen a password; invited users have none yet.
  ADD CONSTRAINT "portal_users_password_check" CHECK (
    CASE "status" WHEN 'active' THEN "password_hash" IS NOT NULL WHEN 'invited' THEN "password_hash" IS NULL ELSE true END
  ),
  ADD CONSTRAINT "portal_users_activation_check" CHECK (("activation_token_hash" IS NULL) = ("activation_expires_at" IS NULL)),
  ADD CONSTRAINT "portal_users_reset_check" CHECK (("reset_token_hash" IS NULL) = ("reset_expires_at" IS NULL)),
  ADD CONSTRAINT "portal_users_previous_password_check" CHECK (("previous_password_hash" IS NULL) = ("previous_password_expires_at" IS NULL)),
  -- Nobody reads mails to an integration.
  ADD CONSTRAINT "portal_users_integration_check" CHECK ("kind" = 'person' OR ("status" <> 'invited' AND "activation_token_hash" IS NULL AND "reset_token_hash" IS NULL)),
  -- No later change brings personal data or access back.
  ADD CONSTRAINT "portal_users_erased_check" CHECK ("erased_at" IS NULL OR (
    "status" = 'disabled' AND "name" || "email" || "terms" = '' AND "permissions" = '{}'
    AND num_nonnulls("password_hash", "previous_password_hash", "activation_token_hash", "reset_token_hash") = 0
  ));

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_api_token_check" CHECK (("api_token_hash" IS NULL) = ("sealed_api_token" IS NULL)),
  ADD CONSTRAINT "accounts_tax_id_check" CHECK (num_nonnulls("cpf", "cnpj") = CASE WHEN "erased_at" IS NULL THEN 1 ELSE 0 END),
  ADD CONSTRAINT "accounts_activation_check" CHECK (("activation_token_hash" IS NULL) = ("activation_expires_at" IS NULL)),
  ADD CONSTRAINT "accounts_activated_check" CHECK ("administrator_activated" = ("password_hash" IS NOT NULL)),
  -- No later change brings personal data or access back.
  ADD CONSTRAINT "accounts_erased_check" CHECK ("erased_at" IS NULL OR (
    "name" || "trade_name" || "full_name" || "email" || "mobile_phone" || "terms" = ''
    AND num_nonnulls("financial_email", "password_hash", "activation_token_hash", "api_token_hash") = 0
  ));

ALTER TABLE "subscriptions"
  ADD CONSTRAINT "subscriptions_status_check" CHECK ("status" IN ('pending', 'active', 'canceled')),
  ADD CONSTRAINT "subscriptions_coupon_check" CHECK (("coupon_id" IS NULL) = ("percent_off" IS NULL));

-- The content of a mail exists until it is sent, and no longer.
ALTER TABLE "mails"
  ADD CONSTRAINT "mails_status_check" CHECK ("status" IN ('queued', 'sent', 'failed', 'kept')),
  ADD CONSTRAINT "mails_content_check" CHECK (("status" = 'sent') = ("sealed_content" IS NULL)),
  ADD CONSTRAINT "mails_sent_check" CHECK (("status" = 'sent') = ("sent_at" IS NOT NULL));

-- An event waits until those before it about the same account were attempted. Also counts what waits per endpoint.
CREATE INDEX "webhook_deliveries_queued_idx" ON "webhook_deliveries"("partner_id", "endpoint_id", "account_id", "position") WHERE "status" = 'queued';

ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_status_check" CHECK ("status" IN ('unverified', 'active', 'paused', 'disabled')),
  ADD CONSTRAINT "webhook_endpoints_previous_check" CHECK (("sealed_previous_secret" IS NULL) = ("previous_expires_at" IS NULL));

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_status_check" CHECK ("status" IN ('queued', 'sent', 'failed'));

ALTER TABLE "audit_entries"
  ADD CONSTRAINT "audit_entries_actor_check" CHECK ("actor_kind" IN ('portal-user', 'internal', 'operator', 'activation-link', 'service'));

ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_role_check" CHECK ("role" IN ('viewer', 'support', 'admin'));
ALTER TABLE "operator_sign_in_links" ADD CONSTRAINT "operator_sign_in_links_role_check" CHECK ("role" IN ('viewer', 'support', 'admin'));
