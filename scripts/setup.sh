# The scripts in this folder source this file; it does not change the caller's folder. It sets ROOT. `set_up` puts the pinned
# bun first on PATH and the dependencies into node_modules. It may run again, and twice at the same time.

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
BUN_VERSION=$(sed -n 's/.*"packageManager": *"bun@\([^"+]*\).*/\1/p' "$ROOT/package.json")
CACHE=$ROOT/node_modules/.cache/docket-bun
LOCK_WAIT_SECONDS=300

say() { printf 'docket: %s\n' "$*" >&2; }

die() {
  say "$@"
  exit 1
}

is_pinned_bun() { [ "$("$1" --version 2>/dev/null)" = "$BUN_VERSION" ]; }

# npm may be set to run no install scripts, so bun's own script is run by hand. If that fails, one of the executables
# that the script would choose from is used directly.
install_bun() (
  command -v node >/dev/null || die "bun $BUN_VERSION is fetched with npm, and there is no node: install Node.js 20 or newer, or put bun $BUN_VERSION on PATH"
  command -v npm >/dev/null || die "bun $BUN_VERSION is fetched with npm, which is not on PATH: install npm, or put bun $BUN_VERSION on PATH"
  say "installing bun $BUN_VERSION (once)"
  mkdir -p "$CACHE/$BUN_VERSION"
  draft=$(mktemp -d "$CACHE/draft.XXXXXX")
  trap 'rm -rf "$draft"' EXIT
  trap 'exit 1' HUP INT TERM
  npm install --prefix "$draft" --no-save --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error \
    "bun@$BUN_VERSION" >"$draft/log" 2>&1 </dev/null || {
    cat "$draft/log" >&2
    die "npm could not install bun@$BUN_VERSION (its words are above): see that npm reaches its registry, then run this again"
  }
  (cd "$draft/node_modules/bun" && node install.js) >>"$draft/log" 2>&1 </dev/null || true
  for found in "$draft"/node_modules/bun/bin/bun.exe "$draft"/node_modules/@oven/bun-*/bin/bun; do
    if is_pinned_bun "$found"; then
      mv -f "$found" "$CACHE/$BUN_VERSION/bun"
      exit 0
    fi
  done
  cat "$draft/log" >&2
  die "bun@$BUN_VERSION came without an executable that runs here: put bun $BUN_VERSION on PATH"
)

use_pinned_bun() {
  [ -n "$BUN_VERSION" ] || die 'package.json must pin bun, as "packageManager": "bun@<version>"'
  if command -v bun >/dev/null && is_pinned_bun bun; then return; fi
  is_pinned_bun "$CACHE/$BUN_VERSION/bun" || install_bun
  PATH=$CACHE/$BUN_VERSION:$PATH
  export PATH
}

dependencies_are_current() { cmp -s "$ROOT/bun.lock" "$CACHE/installed.lock"; }

take_lock() {
  waited=0
  until mkdir "$1" 2>/dev/null; do
    holder=$(cat "$1/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
      mv "$1" "$1.dead.$$" 2>/dev/null && rm -rf "$1.dead.$$"
      continue
    fi
    [ "$waited" -lt "$LOCK_WAIT_SECONDS" ] || die "another set-up has held $1 for $LOCK_WAIT_SECONDS s: remove that folder if none runs"
    sleep 1
    waited=$((waited + 1))
  done
  echo "$$" >"$1/pid"
}

# Call this in a subshell: the lock is released at its end.
hold_lock() {
  mkdir -p "$CACHE"
  lock=$CACHE/$1
  take_lock "$lock"
  trap 'rm -rf "$lock"' EXIT
  trap 'exit 1' HUP INT TERM
}

install_dependencies() (
  hold_lock lock
  if dependencies_are_current; then exit 0; fi
  say 'installing the dependencies of bun.lock'
  (cd "$ROOT" && bun install --frozen-lockfile) >"$lock/log" 2>&1 </dev/null || {
    cat "$lock/log" >&2
    die "bun could not install what bun.lock names (its words are above): see that the registry is reached; if package.json has changed, run 'bun install' and keep the new bun.lock"
  }
  cp "$ROOT/bun.lock" "$lock/installed"
  mv -f "$lock/installed" "$CACHE/installed.lock"
)

set_up() {
  use_pinned_bun
  dependencies_are_current || install_dependencies
}

executable_is_current() {
  [ -x "$ROOT/dist/docket" ] || return 1
  newer=$(cd "$ROOT" && find src migrations scripts/build.ts package.json bun.lock tsconfig.json -newer dist/docket)
  [ -z "$newer" ]
}

build_executable() (
  if executable_is_current; then exit 0; fi
  hold_lock build-lock
  if executable_is_current; then exit 0; fi
  say 'building dist/docket'
  bun "$ROOT/scripts/build.ts"
)
