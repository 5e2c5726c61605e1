#!/bin/sh
# Holds the contracts of a repository against those of the catalog.
#
#   sh gate.sh LIST REPORTS [OPTION…]
#
# LIST has a line for each contract, `FILE CONTRACT`: the file, and the FQN of the contract in the catalog. `#` begins a comment.
# REPORTS is a folder for JUnit files. Further options go to `contract check`, such as --mode full or --output github.
# The exit code is the highest of all: 0 passed, 1 failed, 2 usage, 3 unreachable or refused, 4 timed out.
#
# The service and the token come from METADATA_CATALOG_URL and METADATA_CATALOG_TOKEN, or a profile. The packed command has this file as
# metadata-catalog-gate; in a checkout of the catalog it uses the command of the checkout.
set -u

if [ $# -lt 2 ] || [ ! -r "$1" ]; then
  echo 'usage: gate.sh LIST REPORTS [OPTION...]; LIST has lines of FILE CONTRACT' >&2
  exit 2
fi
list=$1
reports=$2
shift 2
cli=${METADATA_CATALOG_CLI:-$(dirname "$0")/../../bin/metadata-catalog.cjs}
catalog() { if [ -r "$cli" ]; then node "$cli" "$@"; else metadata-catalog "$@"; fi; }
mkdir -p "$reports" || exit 2

worst=0
keep() { if [ "$1" -gt "$worst" ]; then worst=$1; fi; }

# The list is read by a descriptor of its own, so that no command can eat it; its last line may lack its end.
next() {
  file='' contract='' rest=''
  read -r file contract rest <&3 || [ -n "$file" ]
}

# All files at once: loading the checks takes longer than making them.
lint() {
  set --
  while next; do
    case $file in
      '' | '#'*) ;;
      *) set -- "$@" "$file" ;;
    esac
  done 3<"$list"
  if [ $# -eq 0 ]; then
    echo "$list: names no contracts" >&2
    return 2
  fi
  catalog contract lint --report "junit=$reports/lint.xml" -- "$@"
}

lint
keep $?

count=0
while next; do
  case $file in '' | '#'*) continue ;; esac
  if [ -z "$contract" ] || [ -n "$rest" ]; then
    echo "$list: a line is FILE CONTRACT; got: $file $contract $rest" >&2
    keep 2
    continue
  fi
  count=$((count + 1))
  catalog contract check "$file" --against "$contract" --report "junit=$reports/check-$count.xml" "$@"
  keep $?
done 3<"$list"
exit $worst
