#!/bin/sh
# Creates the files in secrets/ that compose.yaml requires: session secrets, the key that signs records, the password of the bus, and a
# certificate for localhost that browsers do not trust. Existing files are not changed. To use another certificate, write its chain and
# key to secrets/site.pem. To change the password of the bus, delete bus-url and valkey.conf.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
[ -s secrets/session-secrets ] || openssl rand -base64 48 | tr -d '\n' > secrets/session-secrets
[ -s secrets/record-key ] || openssl genpkey -algorithm ed25519 -out secrets/record-key
if [ ! -s secrets/bus-url ] || [ ! -s secrets/valkey.conf ]; then
  password=$(openssl rand -hex 32)
  printf 'requirepass %s\n' "$password" > secrets/valkey.conf
  printf 'redis://:%s@valkey:6379' "$password" > secrets/bus-url
fi
# Write the addresses of your alert receivers into these two files.
[ -s secrets/pager-url ] || printf 'https://pager.example.com/replace-me' > secrets/pager-url
[ -s secrets/tickets-url ] || printf 'https://tickets.example.com/replace-me' > secrets/tickets-url
if [ ! -s secrets/site.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout secrets/key.new -out secrets/certificate.new 2>/dev/null
  cat secrets/certificate.new secrets/key.new > secrets/site.pem
  rm secrets/certificate.new secrets/key.new
fi
# The services run as different users, and compose mounts the files with their modes, so all users may read the files.
chmod 644 secrets/*
chmod 700 secrets
