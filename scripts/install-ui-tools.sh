#!/usr/bin/env bash
# Installs what the tests need beside npm packages: a JDK with its sources, Maven, Gradle, Chromium, ripgrep, neovim, Go,
# valgrind (from Debian's packages, as root), code-server (VS Code served to a browser, from npm) in a cache folder
# outside the checkout, and a plugin of Maven's. Run again it finds everything in place and ends at once.
#
#   bash scripts/install-ui-tools.sh
#
# code-server is built by hand because a plain `npm install code-server` wants Kerberos headers and downloads a
# binary ripgrep: here its packages come without their scripts, then only the native modules it loads are compiled.
set -euo pipefail

readonly VERSION=4.100.3 NODE_MAJOR=20 # VS Code 1.100, the oldest supported; it runs on Node 20 only
readonly CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/jouleline
readonly TARGET=$CACHE/code-server-$VERSION
export npm_config_loglevel=error npm_config_update_notifier=false npm_config_fund=false npm_config_audit=false

say() { echo "[${SECONDS}s] $*"; }
has() { command -v "$1" >/dev/null 2>&1; }
has_chromium() { [ -n "${JOULELINE_CHROMIUM:-}" ] || has chromium || has chromium-browser || has google-chrome; }
has_jdk_sources() { has javac && [ -e "$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")/lib/src.zip" ]; }

# Debian's packages ------------------------------------------------------------------------------------------

missing_packages() {
  has javac || echo openjdk-17-jdk-headless
  has_jdk_sources || echo openjdk-17-source
  has mvn || echo maven
  has gradle || echo gradle
  has_chromium || echo chromium
  has rg || echo ripgrep
  has nvim || echo neovim
  has go || echo golang-go # for its pprof
  has callgrind_annotate || echo valgrind
  if [ ! -d "$TARGET" ]; then # for compiling code-server's native modules
    has python3 || echo python3
    has make || echo make
    has g++ || echo g++
  fi
}

install_packages() {
  local packages
  mapfile -t packages < <(missing_packages)
  [ ${#packages[@]} -gt 0 ] || return 0
  if ! has apt-get; then
    say "missing: ${packages[*]} (Debian's names): install them with your system's package manager"
    return 1
  elif [ "$(id -u)" != 0 ]; then
    say "missing: ${packages[*]}: run 'sudo apt-get install ${packages[*]}'"
    return 1
  fi
  say "installing ${packages[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
}

# code-server ------------------------------------------------------------------------------------------------

# Prints the folder of a Node of the right major version with its C headers; brings one into $1 if there is none.
node_home() {
  local home
  home=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
  if [ "$(node -p 'process.versions.node.split(".")[0]')" = $NODE_MAJOR ] && [ -e "$home/include/node/node.h" ]; then
    echo "$home"
    return
  fi
  local package
  package=$(node -p '`node-${process.platform}-${process.arch}`')
  (cd "$1" && npm install --ignore-scripts "$package@$NODE_MAJOR" >/dev/null)
  echo "$1/node_modules/$package"
}

# Compiles the native module in folder $1, unless it has none.
compile() {
  [ -f "$1/binding.gyp" ] || return 0
  if ! (cd "$1" && node "$GYP" rebuild --nodedir "$NODE_HOME") >"$LOG" 2>&1; then
    say "   could not compile $1: $(grep -m1 -i error "$LOG" || tail -1 "$LOG")"
    return 1
  fi
  say "   compiled $1"
}

install_code_server() { # into folder $1
  local dir=$1 server=$1/node_modules/code-server
  echo '{"private":true}' >"$dir/package.json"
  NODE_HOME=$(node_home "$dir")
  export PATH=$NODE_HOME/bin:$PATH npm_config_nodedir=$NODE_HOME
  GYP=$(readlink -f "$(command -v npm)")
  GYP=${GYP%/bin/npm-cli.js}/node_modules/node-gyp/bin/node-gyp.js
  export npm_config_node_gyp=$GYP

  say "code-server $VERSION, for Node $(node -v)"
  (cd "$dir" && npm install --ignore-scripts "code-server@$VERSION" >/dev/null)
  say "its VS Code and built-in extensions"
  cd "$server/lib/vscode" # npm install, since `npm ci` refuses its shrinkwrap
  npm install --omit=dev --ignore-scripts >/dev/null
  (cd extensions && npm install --omit=dev --ignore-scripts >/dev/null)

  say "native modules"
  # kerberos is left out on purpose: only proxy authentication loads it
  local name platform
  platform=$(node -p '`${process.platform}-${process.arch}`')
  for name in @vscode/spdlog @vscode/native-watchdog native-watchdog @parcel/watcher @vscode/fs-copyfile \
    @vscode/sqlite3 @vscode/deviceid node-pty; do
    compgen -G "node_modules/$name/prebuilds/$platform/*.node" >/dev/null || compile "node_modules/$name" || true
  done
  local argon2=$server/node_modules/argon2
  [ -d "$argon2" ] || argon2=$dir/node_modules/argon2
  if ! (cd "$argon2" && node -e 'require("./argon2.js")' 2>/dev/null); then # it comes as source
    local bin=$argon2/node_modules/.bin
    [ -e "$bin/node-pre-gyp" ] || bin=$(dirname "$argon2")/.bin
    (cd "$argon2" && "$bin/node-pre-gyp" install --build-from-source --nodedir="$NODE_HOME") >"$LOG" 2>&1 ||
      { tail -20 "$LOG" && return 1; }
  fi

  # The installed package would have brought its own ripgrep and these links.
  mkdir -p node_modules/@vscode/ripgrep/bin
  ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
  ln -sfn node_modules node_modules.asar
  (cd bin/remote-cli && ln -sf code-linux.sh code-server)
  (cd bin/helpers && ln -sf browser-linux.sh browser.sh)
  cd "$dir"
  node "$server/out/node/entry.js" --version >/dev/null
}

# Built beside its place and renamed at the end: an interrupted run leaves nothing that looks finished.
ensure_code_server() {
  [ ! -d "$TARGET" ] || return 0
  mkdir -p "$CACHE"
  BUILDING=$(mktemp -d "$TARGET.building-XXXXXX")
  LOG=$(mktemp)
  trap 'rm -rf "$BUILDING" "$LOG"' EXIT
  install_code_server "$BUILDING"
  node -e 'require("fs").renameSync(...process.argv.slice(1))' "$BUILDING" "$TARGET" ||
    [ -d "$TARGET" ] # another run was first
}

# Maven's plugins --------------------------------------------------------------------------------------------

# Tests ask Maven for class paths offline: it fetches what that takes while it does the same for a project of nothing.
ensure_maven_plugin() {
  [ ! -d "$HOME/.m2/repository/org/apache/maven/plugins/maven-dependency-plugin" ] || return 0
  local project
  project=$(mktemp -d)
  say "Maven's plugin for class paths"
  cat >"$project/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>none</groupId><artifactId>none</artifactId><version>1</version></project>
POM
  local ended=0
  (cd "$project" && mvn --quiet --batch-mode dependency:build-classpath >mvn.log 2>&1) || ended=$?
  [ $ended = 0 ] || { say "   Maven could not fetch it:" && tail -5 "$project/mvn.log"; }
  rm -rf "$project"
  return $ended
}

complete=yes
install_packages || complete=no
! has mvn || ensure_maven_plugin || complete=no
# Newer Go builds its tools when they are first asked for.
! has go || go tool pprof -h >/dev/null 2>&1 || true
if ! has rg || ! has g++ && [ ! -d "$TARGET" ]; then
  say "code-server needs ripgrep and a C++ compiler: install them and run this again"
  complete=no
else
  ensure_code_server
fi
[ ! -d "$TARGET" ] || say "code-server: $TARGET"
[ $complete = yes ]
