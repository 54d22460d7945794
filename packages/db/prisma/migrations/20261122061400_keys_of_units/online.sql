CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "units_partner_id_account_id_id_key" ON "units"("partner_id", "account_id", "id");

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "work_schedules_partner_id_account_id_id_key" ON "work_schedules"("partner_id", "account_id", "id");
