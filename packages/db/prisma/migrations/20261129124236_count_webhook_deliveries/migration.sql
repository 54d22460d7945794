-- CreateIndex
CREATE INDEX IF NOT EXISTS "webhook_deliveries_partner_id_endpoint_id_status_id_idx" ON "webhook_deliveries"("partner_id", "endpoint_id", "status", "id");
