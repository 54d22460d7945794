#!/bin/sh
# Dumps the database every night at BACKUP_HOUR (UTC) and deletes dumps older than BACKUP_DAYS. A restart also writes a
# dump if there is none of the last day. By hand:
#   sh /backup.sh once
#   sh /backup.sh restore NEW_DATABASE [DUMP]    # default: the newest dump
set -eu
umask 077
# Not a parameter: every process can read command lines.
PGPASSWORD=$(cat /run/secrets/POSTGRES_PASSWORD)
export PGPASSWORD

backup() {
  # The name may change with each restore.
  database=$(sed 's|[?].*||; s|.*/||' /run/secrets/DATABASE_URL)
  file=$BACKUPS/$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
  # Under its final name only once it is complete.
  pg_dump --format=custom --file="$file.part" "$database" && mv "$file.part" "$file" || return 1
  echo "wrote $file"
  find "$BACKUPS" \( -name '*.dump' -mtime +"$BACKUP_DAYS" -o -name '*.part' -mtime +1 \) -delete
}

case ${1:-nightly} in
  once) backup ;;
  restore)
    dump=${3:-$(ls "$BACKUPS"/*.dump | tail -n 1)}
    createdb "$2"
    pg_restore --exit-on-error --dbname="$2" "$dump"
    echo "restored $dump to $2"
    ;;
  nightly)
    trap 'exit 0' TERM INT
    find "$BACKUPS" -name '*.dump' -mtime -1 | grep -q . || backup
    while :; do
      sleep $((86400 - ($(date +%s) - BACKUP_HOUR * 3600) % 86400)) &
      wait $!
      # The health check fails if there is no dump of the last day.
      backup || echo 'no backup today' >&2
    done
    ;;
esac
