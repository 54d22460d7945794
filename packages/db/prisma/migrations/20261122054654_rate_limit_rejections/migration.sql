-- CreateTable
CREATE TABLE "rate_limit_rejections" (
    "partner_id" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "rate_limit_rejections_pkey" PRIMARY KEY ("partner_id","minute")
);

-- CreateIndex
CREATE INDEX "rate_limit_rejections_minute_idx" ON "rate_limit_rejections"("minute");

ALTER TABLE "rate_limit_rejections" ADD CONSTRAINT "rate_limit_rejections_requests_check" CHECK ("requests" > 0);
