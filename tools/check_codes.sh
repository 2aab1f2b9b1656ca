#!/usr/bin/env bash
# Every code of a diagnostic in the sources of scenes, suites, studies and campaigns is listed in docs/diagnostics.md, and every code that is listed there is used.
# Usage: check_codes.sh [ROOT]
set -euo pipefail
root=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}

used=$(grep -rhoE '"[KPY][1-4][0-9]{2}"' "$root"/backlot "$root"/apps --include='*.cpp' --include='*.h' --exclude-dir=test |
  tr -d '"' | sort -u)
listed=$(grep -oE '^\| [KPY][0-9]{3} \|' "$root"/docs/diagnostics.md | tr -d '| ' | sort)

status=0
say() {
  local code
  for code in $2; do
    echo "docs/diagnostics.md: $code $1"
    status=1
  done
}
say "is used and not listed" "$(comm -23 <(echo "$used") <(echo "$listed" | uniq))"
say "is listed and not used" "$(comm -13 <(echo "$used") <(echo "$listed" | uniq))"
say "is listed twice" "$(echo "$listed" | uniq -d)"
exit $status
