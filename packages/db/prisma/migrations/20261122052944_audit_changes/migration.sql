-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "changes" JSONB;
