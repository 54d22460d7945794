#!/bin/sh
# Creates a private CA for etcd, and a certificate for each machine with etcd or Patroni, valid for ten years:
#   sh new-certificates.sh FOLDER ADDRESS…
# etcd accepts every client with a certificate of this CA, so use the CA for nothing else, and keep ca.key offline.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
newkey='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
[ -e ca.key ] || openssl req -x509 $newkey -keyout ca.key -out ca.pem -days 3650 -subj '/CN=etcd of partner-accounts'
for address in "$@"; do
  printf 'subjectAltName=IP:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$address" >extensions
  openssl req $newkey -keyout "$address.key" -subj "/CN=$address" |
    openssl x509 -req -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile extensions -out "$address.pem"
done
rm -f extensions
