-- Mails that a person waits for are sent before those that a batch of accounts causes.
ALTER TABLE "mails" ADD COLUMN "priority" SMALLINT NOT NULL DEFAULT 1;
UPDATE "mails" SET "priority" = 0 WHERE "status" = 'queued' AND "kind"::text NOT LIKE 'administrator%';

-- CreateIndex
CREATE INDEX "mails_status_priority_due_at_idx" ON "mails"("status", "priority", "due_at");
