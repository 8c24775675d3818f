#!/bin/sh
# ledger 3.3 (Debian 12) refuses `commodity s` with `format 1000. s`, since s is its built-in second, while hledger 1.25
# wants just that form; `commodity 1000. s` is read by both and refused by ledger2beancount 2.7. A bare `commodity s` is
# the only declaration that all three read. Needs root on Debian 12: the three packages are installed if they are missing.
set -eu
for package in ledger hledger ledger2beancount; do
  command -v "$package" >/dev/null || apt-get install -y --no-install-recommends "$package" >/dev/null
done
dpkg-query -W -f '${Package} ${Version}\n' ledger hledger ledger2beancount
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
expect() { # name, expected outcomes of ledger, hledger, ledger2beancount; the declaration is standard input
  { cat; printf '\n2026-11-20 one\n    a:b  1800 s\n    c:d\n'; } >"$folder/$1"
  found=''
  for program in "ledger -f $folder/$1 balance" "hledger -f $folder/$1 check" "ledger2beancount $folder/$1"; do
    if $program >/dev/null 2>&1; then found="$found reads"; else found="$found refuses"; fi
  done
  echo "$1: ledger, hledger, ledger2beancount:$found"
  [ "$found" = " $2" ] || failed=1
}
printf 'commodity s\n    format 1000. s\n' | expect with-format 'refuses reads reads'
printf 'commodity 1000. s\n' | expect on-one-line 'reads reads refuses'
printf 'commodity s\n' | expect bare 'reads reads reads'
exit $failed
