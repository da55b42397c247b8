#!/bin/sh
# Entry of the container: what Homeport writes belongs to PUID and PGID, and it runs as them. Started with another user (--user), it runs as that one.
set -eu
[ "$(id -u)" = 0 ] || exec node "$@"
for name in PUID PGID; do
  eval "id=\$$name"
  case $id in
    '' | *[!0-9]*)
      echo "$name is \"$id\"; set it to the number of a user or group, as \`id\` prints it." >&2
      exit 2
      ;;
  esac
done
mkdir -p "$HOMEPORT_DATA"
# All of the data where it belonged to another user; of the downloads the folder only.
[ "$(stat -c %u:%g "$HOMEPORT_DATA")" = "$PUID:$PGID" ] || chown -R "$PUID:$PGID" "$HOMEPORT_DATA"
IFS=:
for folder in $HOMEPORT_DOWNLOADS; do
  mkdir -p "$folder"
  [ "$(stat -c %u "$folder")" = "$PUID" ] || chown "$PUID:$PGID" "$folder"
done
export HOME="$HOMEPORT_DATA"
exec setpriv --reuid "$PUID" --regid "$PGID" --clear-groups --no-new-privs -- node "$@"
