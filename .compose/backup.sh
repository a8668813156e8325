#!/usr/bin/env bash
# One dump a day of the database that PGHOST, PGUSER and PGDATABASE name; keeps those of the last KEEP_DAYS days.
# `backup.sh once` makes one and ends. A dump gets its name when it is whole and can be read.
set -euo pipefail

back_up() {
  local file="$BACKUP_FOLDER/$PGDATABASE-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  pg_dump -Fc -f "$file.part"
  pg_restore --list "$file.part" >/dev/null
  mv "$file.part" "$file"
  echo "Backed up to $file"
  find "$BACKUP_FOLDER" -name "$PGDATABASE-*.dump" -mtime "+$KEEP_DAYS" -delete
}

if [ "${1:-}" = once ]; then
  back_up
  exit
fi
while true; do
  back_up || echo 'The backup failed; it is tried again in an hour.' >&2
  # A day after a backup, an hour after a failure.
  if ls "$BACKUP_FOLDER"/*.part >/dev/null 2>&1; then rm -f "$BACKUP_FOLDER"/*.part; sleep 3600; else sleep 86400; fi
done
