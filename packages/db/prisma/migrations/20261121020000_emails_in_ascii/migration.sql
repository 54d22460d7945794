-- The service normalises an e-mail as ASCII in lower case (`normalizeEmail`). The "C" collation lower-cases exactly
-- ASCII, whatever the database's locale: lower('I') is `ı` in a Turkish one.

DROP INDEX "administrators_email_key";
CREATE UNIQUE INDEX "administrators_email_key" ON "administrators"(lower("email" COLLATE "C"));

DROP INDEX "portal_users_email_key";
CREATE UNIQUE INDEX "portal_users_email_key" ON "portal_users"(lower("email" COLLATE "C"));
