-- Runs once, when PostgreSQL's container creates its data directory: the service's role, and the database that it owns.
\set password `cat /run/secrets/DATABASE_PASSWORD`
CREATE ROLE partner_accounts LOGIN PASSWORD :'password';
CREATE DATABASE partner_accounts OWNER partner_accounts;
