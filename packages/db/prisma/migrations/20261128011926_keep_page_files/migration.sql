-- CreateTable
CREATE TABLE "page_files" (
    "app" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_files_pkey" PRIMARY KEY ("app","name")
);
