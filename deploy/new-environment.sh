#!/bin/sh
# Prints example.env with a new key in place of every {key}: 32 random bytes in base64url.
set -eu
key() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n'; }

while IFS= read -r line; do
  case $line in
    '#'*) ;;
    *'{key}'*) line="${line%%'{key}'*}$(key)${line#*'{key}'}" ;;
  esac
  printf '%s\n' "$line"
done <"$(dirname "$0")/example.env"
