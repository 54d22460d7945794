CREATE UNIQUE INDEX IF NOT EXISTS "units_partner_id_account_id_id_key" ON "units"("partner_id", "account_id", "id");
ALTER TABLE "units"
  DROP CONSTRAINT "units_pkey",
  ADD CONSTRAINT "units_pkey" PRIMARY KEY USING INDEX "units_partner_id_account_id_id_key",
  ADD CONSTRAINT "units_partner_id_account_id_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

CREATE UNIQUE INDEX IF NOT EXISTS "work_schedules_partner_id_account_id_id_key" ON "work_schedules"("partner_id", "account_id", "id");
ALTER TABLE "work_schedules"
  DROP CONSTRAINT "work_schedules_pkey",
  ADD CONSTRAINT "work_schedules_pkey" PRIMARY KEY USING INDEX "work_schedules_partner_id_account_id_id_key",
  ADD CONSTRAINT "work_schedules_partner_id_account_id_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;
