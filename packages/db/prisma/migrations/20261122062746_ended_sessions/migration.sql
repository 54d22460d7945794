-- AlterTable
ALTER TABLE "portal_users" ADD COLUMN     "ended_sessions" JSONB NOT NULL DEFAULT '{}';
