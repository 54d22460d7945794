-- Reads every row, and blocks neither reads nor writes.
ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_partner_id_fkey";
ALTER TABLE "employers" VALIDATE CONSTRAINT "employers_partner_id_number_fkey";
ALTER TABLE "administrators" VALIDATE CONSTRAINT "administrators_partner_id_account_id_fkey";
ALTER TABLE "units" VALIDATE CONSTRAINT "units_partner_id_account_id_fkey";
ALTER TABLE "work_schedules" VALIDATE CONSTRAINT "work_schedules_partner_id_account_id_fkey";
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_partner_id_account_id_fkey";
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_coupon_id_fkey";
ALTER TABLE "portal_users" VALIDATE CONSTRAINT "portal_users_partner_id_fkey";
ALTER TABLE "partners" VALIDATE CONSTRAINT "partners_coupon_id_fkey";
