#!/bin/sh
# Creates the folder `secrets` beside this file, or another one, with new keys and passwords: a file per secret.
set -eu
folder=${1:-$(dirname "$0")/secrets}
key() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n'; }
# Everyone may read the files, because the containers run as other users than the folder's owner.
write() { printf '%s\n' "$2" >"$folder/$1" && chmod 444 "$folder/$1"; }

# Fails if the folder exists. Its mode keeps the machine's other users out.
mkdir -m 700 "$folder"
database=$(key) redis=$(key)
# The password of PostgreSQL's superuser, which only backups use.
write POSTGRES_PASSWORD "$(key)"
write DATABASE_PASSWORD "$database"
write REDIS_PASSWORD "$redis"
write DATABASE_URL "postgresql://partner_accounts:$database@postgres:5432/partner_accounts"
write REDIS_URL "redis://:$redis@redis:6379"
write TOKEN_SIGNING_KEYS "k1:$(key)"
write DATA_SEALING_KEY "$(key)"
write INTERNAL_API_KEY "operator:$(key)"
# Set SMTP_URL yourself, and OPERATOR_OIDC_CLIENT_SECRET if operators sign in with OpenID.
write SMTP_URL ''
write OPERATOR_OIDC_CLIENT_SECRET ''
