-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "actor_via" TEXT;

-- AlterTable
ALTER TABLE "operator_sessions" ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "creator_session_id" TEXT;

-- AlterTable
ALTER TABLE "operator_sign_in_links" ADD COLUMN     "created_by" TEXT NOT NULL,
ADD COLUMN     "creator_session_id" TEXT;

-- CreateIndex
CREATE INDEX "operator_sessions_creator_session_id_idx" ON "operator_sessions"("creator_session_id");

-- CreateIndex
CREATE INDEX "operator_sign_in_links_creator_session_id_idx" ON "operator_sign_in_links"("creator_session_id");

-- AddForeignKey
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_creator_session_id_fkey" FOREIGN KEY ("creator_session_id") REFERENCES "operator_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "operator_sign_in_links" ADD CONSTRAINT "operator_sign_in_links_creator_session_id_fkey" FOREIGN KEY ("creator_session_id") REFERENCES "operator_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
