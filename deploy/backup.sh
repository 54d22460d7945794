#!/bin/sh
# Dumps the database every night at BACKUP_HOUR (UTC) and deletes dumps older than BACKUP_DAYS. A restart also writes a
# dump if there is none of the last day, and a failed dump is tried again after five minutes. By hand:
#   sh /backup.sh once
#   sh /backup.sh restore NEW_DATABASE [DUMP]    # default: the newest dump
set -eu
umask 077
secrets=${SECRETS_FOLDER:-/run/secrets}
# Passed in the environment, because other processes can read the parameters of a command.
PGPASSWORD=$(cat "$secrets/POSTGRES_PASSWORD")
export PGPASSWORD

fail() {
  echo "$1" >&2
  exit 1
}

backup() {
  # Read for each dump, because the name changes when a restored database replaces the current one.
  database=$(sed 's|[?].*||; s|.*/||' "$secrets/DATABASE_URL")
  file=$BACKUPS/$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
  # The dump has its final name only when it is complete.
  if pg_dump --format=custom --file="$file.part" "$database" && mv "$file.part" "$file"; then
    echo "wrote $file"
    write_metrics "$file"
    find "$BACKUPS" -name '*.dump' -mtime +"$days" -delete
  else
    rm -f "$file.part"
    echo 'no backup' >&2
    return 1
  fi
}

# Writes metrics for the textfile collector of node_exporter, whose user may read only this file.
write_metrics() {
  {
    echo '# HELP backup_last_success_timestamp_seconds When the last dump was completed, in seconds since 1970.'
    echo '# TYPE backup_last_success_timestamp_seconds gauge'
    echo "backup_last_success_timestamp_seconds $(date +%s)"
    echo '# HELP backup_size_bytes Size of the last dump.'
    echo '# TYPE backup_size_bytes gauge'
    echo "backup_size_bytes $(wc -c <"$1")"
  } >"$BACKUPS/backup.prom.part"
  chmod 644 "$BACKUPS/backup.prom.part"
  mv "$BACKUPS/backup.prom.part" "$BACKUPS/backup.prom"
}

restore() {
  database=$1
  dump=${2:-$(find "$BACKUPS" -name '*.dump' | sort | tail -n 1)}
  [ -r "$dump" ] || fail "no dump to restore: ${dump:-$BACKUPS has none}"
  createdb --owner=partner_accounts "$database"
  trap undo_restore EXIT INT TERM
  pg_restore --exit-on-error --dbname="$database" "$dump"
  trap - EXIT INT TERM
  echo "restored $dump to $database"
}

undo_restore() {
  trap - EXIT INT TERM
  dropdb --force "$database"
  fail "not restored: $dump is damaged, or the restore was interrupted. The new database $database was deleted"
}

backup_nightly() {
  sleeping=
  trap '[ -z "$sleeping" ] || kill "$sleeping"; exit 0' TERM INT
  # No dump is in progress yet, so a container that was killed has left these files.
  rm -f "$BACKUPS"/*.part
  # The health check fails if there is no dump of the last day.
  find "$BACKUPS" -name '*.dump' -mtime -1 | grep -q . || backup_until_written
  while :; do
    since_backup_hour=$((($(date +%s) - hour * 3600) % 86400))
    pause $((86400 - since_backup_hour))
    backup_until_written
  done
}

backup_until_written() {
  until backup; do pause 300; done
}

# Sleeps in the background, because a signal is handled only between commands.
pause() {
  echo "next backup in $1 s"
  sleep "$1" &
  sleeping=$!
  wait "$sleeping"
  sleeping=
}

# A leading zero is removed, because it would make the number octal.
hour=${BACKUP_HOUR:-3}
case $hour in
  [0-9] | 1[0-9] | 2[0-3]) ;;
  0[0-9]) hour=${hour#0} ;;
  *) fail "BACKUP_HOUR must be a whole number from 0 to 23, not $hour" ;;
esac
days=${BACKUP_DAYS:-14}
case $days in
  '' | 0* | *[!0-9]*) fail "BACKUP_DAYS must be a whole number from 1, not $days" ;;
esac

case ${1:-nightly} in
  once) backup ;;
  restore)
    [ $# -ge 2 ] || fail 'usage: sh /backup.sh restore NEW_DATABASE [DUMP]'
    shift
    restore "$@"
    ;;
  nightly) backup_nightly ;;
  *) fail "unknown command: $1" ;;
esac
