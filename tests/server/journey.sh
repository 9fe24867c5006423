#!/bin/sh
# A complete deployment with curl only: find, sign in, agree, confirm, see orders, pause, exit, stop. The argument is the site's
# address. Prints one line per step, and exits with 1 at the first step that fails.
set -eu
SITE="$1"
WORK="$(mktemp -d)"
trap 'rm -rf "$WORK"' EXIT
JAR="$WORK/jar"
PAGE="$WORK/page"
ORIGIN="Origin: $SITE"

fail() { echo "failed: $1"; exit 1; }
# get PATH: loads a page and follows redirects; the final address is in $AT.
get() { AT="$(curl -sS -L -b "$JAR" -c "$JAR" -o "$PAGE" -w '%{url_effective}' "$SITE$1")"; }
# post PATH STATUS FIELD...: sends a form and expects a status; the redirect address is in $TO.
post() {
  path="$1"; expected="$2"; shift 2
  fields=""
  for field in "$@"; do fields="$fields --data-urlencode $(printf '%s' "$field" | sed "s/'/'\\\\''/g; s/^/'/; s/\$/'/")"; done
  eval "curl -sS -b '$JAR' -c '$JAR' -o '$PAGE' -D '$WORK/head' -H '$ORIGIN' $fields '$SITE$path'"
  status="$(sed -n '1s/^HTTP[^ ]* \([0-9]*\).*/\1/p' "$WORK/head")"
  TO="$(sed -n 's/^[Ll]ocation: *//p' "$WORK/head" | tr -d '\r')"
  [ "$status" = "$expected" ] || fail "POST $path answered $status, not $expected: $(sed 's/<[^>]*>/ /g' "$PAGE" | tr -s ' \n' ' ' | cut -c1-400)"
}
# field NAME: prints the value of a hidden field of the current page.
field() { tr '>' '\n' <"$PAGE" | sed -n "s/.*name=\"$1\" value=\"\([^\"]*\)\".*/\1/p" | head -n1; }
see() { grep -aq "$1" "$PAGE" || fail "the page at ${AT:-?} does not say: $1"; }
# until_seen PATH TEXT: reloads until the page contains the text.
until_seen() {
  tries=0
  while :; do
    get "$1"
    grep -aq "$2" "$PAGE" && return 0
    tries=$((tries + 1))
    [ "$tries" -lt 40 ] || fail "$1 never said: $2"
    sleep 0.5
  done
}

get "/algos?q=arclight+straddle"
ALGO="$(tr '"' '\n' <"$PAGE" | grep -a -m1 '^/algos/managers/.*/arclight-straddle$')" || fail "the algo was not found"
echo "found $ALGO"

get "$ALGO/deploy"
case "$AT" in *consent-login*) ;; *) fail "deploying did not lead to sign-in but to $AT" ;; esac
CONSENT="$(field consentId)"
post "/sandbox/auth/consent-login" 302 "consentId=$CONSENT" "clientId=1000000001" "step=code" "method=pin" "code=246810"
get "$TO"
see "Risk disclosures on derivatives"
echo "signed in, the disclosure is shown"

XSRF="$(field xsrf)"
post "/algos/risk-disclosure" 422 "xsrf=$XSRF" "to=$ALGO/deploy" "version=$(field version)"
post "/algos/risk-disclosure" 303 "xsrf=$XSRF" "to=$ALGO/deploy" "version=$(field version)" "read=yes"
get "$TO"
see "Start on paper"
START="$(tr '>' '\n' <"$PAGE" | sed -n 's/.*type="date".* value="\([0-9-]*\)".*/\1/p' | head -n1)"
TERMS="step=review&mode=paper&multiplier=1&startOn=$START&lossPerDay=9000&days=Mon&days=Tue&days=Wed&days=Thu&days=Fri&days=Sat&days=Sun"
get "$ALGO/deploy?$TERMS"
see "What you sign"
KEY="$(field key)"; SEEN="$(field seen)"; M="$(field marginPaise)"; C="$(field chargesPaise)"; Q="$(field at)"
post "$ALGO/deploy?$TERMS" 422 "xsrf=$XSRF" "key=$KEY" "seen=$SEEN"
post "$ALGO/deploy?$TERMS" 303 "xsrf=$XSRF" "key=$KEY" "seen=$SEEN" "marginPaise=$M" "chargesPaise=$C" "at=$Q" "consent=yes"
FIRST="$TO"
post "$ALGO/deploy?$TERMS" 303 "xsrf=$XSRF" "key=$KEY" "seen=$SEEN" "marginPaise=$M" "chargesPaise=$C" "at=$Q" "consent=yes"
[ "$TO" = "$FIRST" ] || fail "sent twice it led to $FIRST and $TO"
echo "consented; sent twice it is one"

DEPLOYMENT="${TO%/order-window}"
get "$TO"
see "Confirm this deployment"
post "/sandbox/order-window" 303 "basket=$(field basket)" "return=$(field return)" "answer=confirmed"
get "$TO"
see "Deployed. Orders appear below"
until_seen "$DEPLOYMENT" "Filled"
echo "orders have arrived"

get "$DEPLOYMENT/receipt.txt"
HASH="$(sha256sum "$PAGE" | cut -d' ' -f1)"
get "$DEPLOYMENT/receipt"
see "$HASH"
echo "the receipt's hash is that of the text"

get "$DEPLOYMENT/pause"
post "$DEPLOYMENT/pause" 303 "xsrf=$XSRF" "key=$(field key)" "note=by curl"
get "$TO"
see "Paused: the algo opens no new positions"
get "$DEPLOYMENT/exit"
see "Sent at market"
post "$DEPLOYMENT/exit" 303 "xsrf=$XSRF" "key=$(field key)" "note="
until_seen "$DEPLOYMENT" "All positions closed"
get "$DEPLOYMENT/stop"
post "$DEPLOYMENT/stop" 303 "xsrf=$XSRF" "key=$(field key)" "note="
until_seen "$DEPLOYMENT" "Stopped"
get "$DEPLOYMENT/orders.csv"
[ "$(grep -ac TRADED "$PAGE")" = 4 ] || fail "the CSV does not hold four filled orders"
get "$DEPLOYMENT/audit.csv"
grep -aq "by curl" "$PAGE" || fail "the audit trail lacks the note"
echo "paused, exited, stopped"
