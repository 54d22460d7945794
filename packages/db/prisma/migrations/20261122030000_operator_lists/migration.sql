-- CreateIndex
CREATE INDEX "subscriptions_status_id_idx" ON "subscriptions"("status", "id");

-- CreateIndex
CREATE INDEX "mails_status_id_idx" ON "mails"("status", "id");

-- CreateIndex
CREATE INDEX "mails_partner_id_id_idx" ON "mails"("partner_id", "id");

-- CreateIndex
CREATE INDEX "mails_account_id_id_idx" ON "mails"("account_id", "id");

-- Addresses in the form in which they are compared.
CREATE INDEX "mails_recipient_idx" ON "mails"(lower("recipient" COLLATE "C"), "id");

-- The document first: the same index then finds a document of one partner and of all partners. Each row has one of the
-- two documents, so a creation adds to one index instead of two.
DROP INDEX "employers_partner_id_cnpj_number_idx";
DROP INDEX "employers_partner_id_cpf_number_idx";
CREATE INDEX "employers_cnpj_partner_id_number_idx" ON "employers"("cnpj", "partner_id", "number") WHERE "cnpj" IS NOT NULL;
CREATE INDEX "employers_cpf_partner_id_number_idx" ON "employers"("cpf", "partner_id", "number") WHERE "cpf" IS NOT NULL;

-- Most entries are creations by portal users. They are left out, so that a creation adds to no further index; lists find
-- them by their account or partner.
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries"("actor_kind", "actor_name", "id") WHERE "actor_kind" <> 'portal-user';
CREATE INDEX "audit_entries_action_idx" ON "audit_entries"("action", "id") WHERE "action" <> 'account.created';
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries"("subject_id", "id") WHERE "action" <> 'account.created';
