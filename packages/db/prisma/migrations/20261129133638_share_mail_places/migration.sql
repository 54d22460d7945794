-- Finds the due mails of each partner behind very many of another.
CREATE INDEX IF NOT EXISTS "mails_queued_idx" ON "mails"("partner_id", "priority", "due_at") WHERE "status" = 'queued';
