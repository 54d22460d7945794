-- CreateTable
CREATE TABLE "logged_requests" (
    "partner_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT,
    "status" SMALLINT NOT NULL,
    "code" INTEGER,
    "request_id" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "logged_requests_pkey" PRIMARY KEY ("partner_id","id")
);
