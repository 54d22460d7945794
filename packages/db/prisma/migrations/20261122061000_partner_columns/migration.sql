-- Every row of a partner contains the partner's id, so that a table can be distributed by it (ADR 20). This step is instant:
-- columns, directories and triggers. The next steps fill them and replace the keys.
ALTER TABLE "administrators" ADD COLUMN "partner_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "administrators" ALTER COLUMN "partner_id" DROP DEFAULT;
ALTER TABLE "units" ADD COLUMN "partner_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "units" ALTER COLUMN "partner_id" DROP DEFAULT;
ALTER TABLE "work_schedules" ADD COLUMN "partner_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "work_schedules" ALTER COLUMN "partner_id" DROP DEFAULT;
ALTER TABLE "subscriptions" ADD COLUMN "partner_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "subscriptions" ALTER COLUMN "partner_id" DROP DEFAULT;
ALTER TABLE "idempotent_creations" ADD COLUMN "partner_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "idempotent_creations" ALTER COLUMN "partner_id" DROP DEFAULT;

-- '' stands for no partner. The checks become NOT NULL once they are validated.
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_partner_id_check" CHECK ("partner_id" IS NOT NULL) NOT VALID;
ALTER TABLE "mails" ADD CONSTRAINT "mails_partner_id_check" CHECK ("partner_id" IS NOT NULL) NOT VALID;

-- What is unique over all partners has a table with nothing else. The names of the constraints are those of the indexes
-- that they replace, by which the previous release recognises a duplicate.
CREATE TABLE "administrator_emails" (
    "email_key" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,

    CONSTRAINT "administrator_emails_pkey" PRIMARY KEY ("email_key")
);

CREATE TABLE "portal_user_emails" (
    "email_key" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "portal_user_emails_pkey" PRIMARY KEY ("email_key")
);

-- The previous release works on these tables until every instance is replaced. It inserts rows without a partner, and
-- writes no directory. The triggers complete its rows; rows of this release do not fire them. A later release drops them.
CREATE FUNCTION previous_release_partner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.partner_id := '';
  RETURN NEW;
END $$;

-- The account is inserted after some of its rows, by the same statement: a trigger that fires after it finds the partner.
CREATE FUNCTION previous_release_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  partner TEXT := (SELECT partner_id FROM accounts WHERE id = NEW.account_id);
BEGIN
  EXECUTE format('UPDATE %I.%I SET partner_id = $1 WHERE partner_id = '''' AND account_id = $2', TG_TABLE_SCHEMA, TG_TABLE_NAME)
    USING partner, NEW.account_id;
  UPDATE administrator_emails SET partner_id = partner WHERE partner_id = '' AND account_id = NEW.account_id
    AND TG_TABLE_NAME = 'administrators' AND email_key = lower(to_jsonb(NEW) ->> 'email' COLLATE "C");
  RETURN NULL;
END $$;

-- Until the directories are filled, the indexes on the e-mails find duplicates.
CREATE FUNCTION previous_release_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO administrator_emails (email_key, partner_id, account_id)
    VALUES (lower(NEW.email COLLATE "C"), '', NEW.account_id) ON CONFLICT DO NOTHING;
  NEW.partner_id := '';
  RETURN NEW;
END $$;

CREATE FUNCTION previous_release_portal_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portal_user_emails (email_key, partner_id, user_id)
    VALUES (lower(NEW.email COLLATE "C"), NEW.partner_id, NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- This release changes the directory before the e-mail.
CREATE FUNCTION previous_release_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM administrator_emails WHERE email_key = lower(OLD.email COLLATE "C") AND account_id = NEW.account_id;
  INSERT INTO administrator_emails (email_key, partner_id, account_id)
    SELECT lower(NEW.email COLLATE "C"), NEW.partner_id, NEW.account_id WHERE NOT EXISTS (
      SELECT FROM administrator_emails WHERE email_key = lower(NEW.email COLLATE "C") AND account_id = NEW.account_id
    );
  RETURN NULL;
END $$;

CREATE TRIGGER previous_release BEFORE INSERT ON "administrators" FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_administrator();
CREATE TRIGGER previous_release BEFORE INSERT ON "units" FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_partner();
CREATE TRIGGER previous_release BEFORE INSERT ON "work_schedules" FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_partner();
CREATE TRIGGER previous_release BEFORE INSERT ON "subscriptions" FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_partner();
CREATE TRIGGER previous_release BEFORE INSERT ON "idempotent_creations" FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_partner();
CREATE TRIGGER previous_release BEFORE INSERT ON "audit_entries" FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_partner();
CREATE TRIGGER previous_release BEFORE INSERT ON "mails" FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_partner();

-- Triggers fire in the order of their names. In capitals, this name precedes those of the foreign keys' triggers
-- (RI_ConstraintTrigger…), which then check the completed row.
CREATE TRIGGER "PREVIOUS_RELEASE" AFTER INSERT ON "administrators" FOR EACH ROW
  WHEN (NEW.partner_id = '') EXECUTE FUNCTION previous_release_account();
CREATE TRIGGER "PREVIOUS_RELEASE" AFTER INSERT ON "units" FOR EACH ROW
  WHEN (NEW.partner_id = '') EXECUTE FUNCTION previous_release_account();
CREATE TRIGGER "PREVIOUS_RELEASE" AFTER INSERT ON "work_schedules" FOR EACH ROW
  WHEN (NEW.partner_id = '') EXECUTE FUNCTION previous_release_account();
CREATE TRIGGER "PREVIOUS_RELEASE" AFTER INSERT ON "subscriptions" FOR EACH ROW
  WHEN (NEW.partner_id = '') EXECUTE FUNCTION previous_release_account();
CREATE TRIGGER previous_release_email AFTER UPDATE OF "email" ON "administrators" FOR EACH ROW
  WHEN (lower(OLD.email COLLATE "C") <> lower(NEW.email COLLATE "C")) EXECUTE FUNCTION previous_release_email();
CREATE TRIGGER "PREVIOUS_RELEASE" AFTER INSERT ON "portal_users" FOR EACH ROW
  EXECUTE FUNCTION previous_release_portal_user();
