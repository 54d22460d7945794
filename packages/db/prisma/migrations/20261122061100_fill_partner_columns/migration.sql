-- Locks rows, not tables. Changes of an account that exists wait while its rows are filled; creations and reads do not.
UPDATE "administrators" r SET "partner_id" = a."partner_id" FROM "accounts" a WHERE a."id" = r."account_id" AND r."partner_id" = '';
UPDATE "units" r SET "partner_id" = a."partner_id" FROM "accounts" a WHERE a."id" = r."account_id" AND r."partner_id" = '';
UPDATE "work_schedules" r SET "partner_id" = a."partner_id" FROM "accounts" a WHERE a."id" = r."account_id" AND r."partner_id" = '';
UPDATE "subscriptions" r SET "partner_id" = a."partner_id" FROM "accounts" a WHERE a."id" = r."account_id" AND r."partner_id" = '';
UPDATE "audit_entries" SET "partner_id" = '' WHERE "partner_id" IS NULL;
UPDATE "mails" SET "partner_id" = '' WHERE "partner_id" IS NULL;

INSERT INTO "administrator_emails" ("email_key", "partner_id", "account_id")
SELECT lower("email" COLLATE "C"), "partner_id", "account_id" FROM "administrators" ON CONFLICT DO NOTHING;

INSERT INTO "portal_user_emails" ("email_key", "partner_id", "user_id")
SELECT lower("email" COLLATE "C"), "partner_id", "id" FROM "portal_users" ON CONFLICT DO NOTHING;

ALTER TABLE "audit_entries" VALIDATE CONSTRAINT "audit_entries_partner_id_check";
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_partner_id_check";
