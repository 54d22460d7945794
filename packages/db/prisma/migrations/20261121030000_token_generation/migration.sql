-- AlterTable
ALTER TABLE "portal_users" ADD COLUMN     "token_generation" INTEGER NOT NULL DEFAULT 0;
