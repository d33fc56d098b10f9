#!/bin/sh
# Installs or upgrades rtk, one executable, in a folder of the user's: no root, no package manager.
# Everything stands in functions and the last line is a group, so that a download that was cut runs nothing.

usage() {
  printf '%s\n' \
    'Usage: sh install.sh [--version V] [--dir D]' \
    '' \
    'Downloads rtk, checks its sha256 and puts it in place. A second run upgrades.' \
    '' \
    '  --version V  that release, 0.2.0 or v0.2.0 (default: the latest)' \
    '  --dir D      the folder for the executable (default: ~/.local/bin)' \
    '  --help       this text' \
    '' \
    'RTK_RELEASES_URL: where the releases lie, for a mirror; URL/latest/download/FILE and URL/download/vV/FILE.' \
    'To remove rtk: rtk init -g --uninstall, then delete the executable.'
}

main() {
  set -u
  # Written in when a release is made.
  published_url=''
  work='' made=''
  read_arguments "$@"
  find_releases
  find_target
  find_tools
  find_folder
  refuse_foreign "$folder/rtk"
  trap clean EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 141' PIPE
  trap 'exit 143' TERM
  make_work_folder
  fetch
  place
  tell_path
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

read_arguments() {
  version='' folder=''
  while [ $# -gt 0 ]; do
    case $1 in
      --help | -h) usage; exit 0 ;;
      --version=* | --dir=*)
        option=${1%%=*} value=${1#*=}
        shift
        set -- "$option" "$value" "$@"
        continue ;;
      --version | --dir) [ -n "${2:-}" ] || fail "$1 needs a value" 2 ;;
      *) fail "unknown argument $1; see --help" 2 ;;
    esac
    case $1 in
      --version) version=${2#v} ;;
      --dir) folder=$2 ;;
    esac
    shift 2
  done
  case $version in
    *[!0-9A-Za-z.+-]*) fail "no version: $version" 2 ;;
  esac
}

find_releases() {
  url=${RTK_RELEASES_URL:-$published_url}
  url=${url%/}
  case $url in
    '') fail 'no address of the releases: take install.sh from a release, or set RTK_RELEASES_URL' ;;
    https://*) schemes='=https' ;;
    # Executable and checksum would come the same open way; a test server on this machine is fine. In front of an @
    # stands a user's name, and no host.
    http://*@*) fail "RTK_RELEASES_URL must start with https://: $url" ;;
    http://127.0.0.1[:/]* | http://localhost[:/]*) schemes='=http,https' ;;
    *) fail "RTK_RELEASES_URL must start with https://: $url" ;;
  esac
  if [ -n "$version" ]; then url=$url/download/v$version; else url=$url/latest/download; fi
}

find_target() {
  system=$(uname -s) machine=$(uname -m)
  case $system in
    Linux) vendor=unknown-linux-gnu ;;
    Darwin) vendor=apple-darwin ;;
    MINGW* | MSYS* | CYGWIN* | Windows*) fail 'this is Windows: use install.ps1 in PowerShell' ;;
    *) fail "no rtk for $system; Linux (glibc), macOS and Windows have one" ;;
  esac
  case $machine in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "no rtk for $machine; x86_64 and aarch64 have one" ;;
  esac
  # A shell that Rosetta translates says x86_64 on Apple silicon.
  if [ "$system" = Darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then machine=aarch64; fi
  if [ "$system" = Linux ]; then refuse_other_linux; fi
  file=rtk-$machine-$vendor
}

# The executable needs the dynamic loader and libraries of 64-bit glibc.
refuse_other_linux() {
  if [ "$(getconf LONG_BIT 2>/dev/null)" = 32 ]; then fail 'no rtk for 32-bit systems'; fi
  musl='this Linux uses musl; rtk needs glibc (Debian, Ubuntu, Fedora, Arch, ...)'
  libc=''
  # musl's ldd tells its name on stderr and exits 1.
  if has ldd; then libc=$(ldd --version 2>&1); fi
  case $libc in
    *musl*) fail "$musl" ;;
    *GLIBC* | *GNU* | *glibc*) return ;;
  esac
  for loader in /lib/ld-linux-*.so.* /lib64/ld-linux-*.so.*; do
    if [ -e "$loader" ]; then return; fi
  done
  for loader in /lib/ld-musl-*.so.1; do
    if [ -e "$loader" ]; then fail "$musl"; fi
  done
}

find_tools() {
  if has curl; then
    downloader=curl
  elif has wget; then
    # busybox has a wget of its own with fewer options.
    case $(wget --version 2>/dev/null) in
      *GNU*) downloader=gnu-wget ;;
      *) downloader=wget ;;
    esac
  else
    fail 'needs curl or wget'
  fi
  for hasher in sha256sum shasum openssl none; do
    if has "$hasher"; then break; fi
  done
  if [ "$hasher" = none ]; then fail 'needs sha256sum, shasum or openssl to check the download'; fi
}

has() {
  command -v "$1" >/dev/null 2>&1
}

find_folder() {
  if [ -z "$folder" ]; then
    if [ -z "${HOME:-}" ]; then fail 'HOME is not set; use --dir'; fi
    folder=$HOME/.local/bin
  fi
  case $folder in
    /*) ;;
    *) folder=$(pwd)/$folder ;;
  esac
  while [ "$folder" != / ] && [ "$folder" != "${folder%/}" ]; do folder=${folder%/}; done
}

# Only what rtk put there is replaced.
refuse_foreign() {
  before=''
  if [ -h "$1" ]; then fail "$1 is a link that something else made; remove it or use --dir"; fi
  if [ ! -e "$1" ]; then return; fi
  before=$(version_of "$1") || fail "$1 is another program; remove it or use --dir"
}

# Prints the version of an rtk; fails for any other program. The Rust tool of that name prints no "(deno)".
version_of() {
  said=$(version_text "$1" 2>/dev/null) || return
  case $said in
    'rtk '*' (deno)') said=${said#rtk } ;;
    *) return 1 ;;
  esac
  printf '%s\n' "${said% (deno)}"
}

# Prints what a program says of its version, on stderr too; one that does not end within ten seconds is ended.
version_text() {
  "$1" --version </dev/null &
  program=$!
  { sleep 10; kill "$program"; } >/dev/null 2>&1 &
  watch=$!
  wait "$program"
  status=$?
  kill "$watch" 2>/dev/null
  return $status
}

# In the target folder, so that the last step is a rename within one file system.
make_work_folder() {
  missing=$folder
  while [ ! -d "$missing" ] && [ -n "$missing" ]; do
    made=$missing missing=${missing%/*}
  done
  reason=$(mkdir -p "$folder" 2>&1) || fail "cannot make $folder: ${reason##*: }"
  # What a run that was killed has left.
  for left in "$folder"/.rtk-install.*; do
    if [ -d "$left" ] && ! kill -0 "${left##*.}" 2>/dev/null; then rm -rf "$left"; fi
  done
  reason=$(mkdir "$folder/.rtk-install.$$" 2>&1) || fail "cannot write into $folder: ${reason##*: }"
  work=$folder/.rtk-install.$$
}

# Leaves nothing behind, not even folders that an installation that failed has made.
clean() {
  if [ -n "$work" ]; then rm -rf "$work"; fi
  if [ -z "$made" ]; then return; fi
  empty=$folder
  while rmdir "$empty" 2>/dev/null && [ "$empty" != "$made" ]; do empty=${empty%/*}; done
}

fetch() {
  download SHA256SUMS
  expected=$(expected_sum) || fail "no checksum of $file in $url/SHA256SUMS"
  if [ -n "$before" ] && [ "$(sha256_of "$folder/rtk")" = "$expected" ]; then return; fi
  printf 'Downloading %s\n' "$url/$file"
  download "$file"
  found=$(sha256_of "$work/$file")
  if [ "$found" != "$expected" ]; then
    fail "the download is damaged: sha256 of $file is $found, not $expected; nothing was installed"
  fi
}

# download NAME: into the work folder.
download() {
  case $downloader in
    curl) set -- "$1" curl -fsSL --proto "$schemes" --connect-timeout 30 --retry 2 -o ;;
    gnu-wget) set -- "$1" wget -nv -S --tries=3 --waitretry=1 --timeout=30 -O ;;
    wget) set -- "$1" wget -q -S -O ;;
  esac
  name=$1
  shift
  reason=$("$@" "$work/$name" "$url/$name" 2>&1) || fail "cannot download $url/$name: $(last_line "$reason")"
  # No wget can be told to stay with https, but each tells the way that it went.
  case $schemes$reason in
    =https*[Ll]ocation:\ [Hh][Tt][Tt][Pp]:*) fail "cannot download $url/$name: it lies on an open server" ;;
  esac
}

last_line() {
  printf '%s' "${1##*
}"
}

# Prints the checksum that the release tells, 64 hexadecimal digits, from lines of sha256sum.
expected_sum() {
  while read -r sum name || [ -n "$sum" ]; do
    if [ "${name#\*}" != "$file" ]; then continue; fi
    case $sum in
      *[!0-9a-f]*) return 1 ;;
    esac
    [ ${#sum} = 64 ] || return 1
    printf '%s\n' "$sum"
    return 0
  done <"$work/SHA256SUMS"
  return 1
}

sha256_of() {
  case $hasher in
    sha256sum) sum=$(sha256sum <"$1") ;;
    shasum) sum=$(shasum -a 256 <"$1") ;;
    openssl) sum=$(openssl dgst -sha256 -r <"$1") ;;
  esac
  printf '%s\n' "${sum%% *}"
}

place() {
  if [ ! -e "$work/$file" ]; then
    after=$before
    printf 'rtk %s is there already: %s\n' "$after" "$folder/rtk"
    return
  fi
  chmod 755 "$work/$file"
  # An executable that does not start here must not replace one that does.
  after=$(version_of "$work/$file") ||
    fail "rtk does not start here ($(last_line "$(version_text "$work/$file" 2>&1)")); nothing was installed"
  reason=$(mv -f "$work/$file" "$folder/rtk" 2>&1) || fail "cannot write $folder/rtk: ${reason##*: }"
  made=''
  if [ -z "$before" ] || [ "$before" = "$after" ]; then
    printf 'rtk %s is installed: %s\n' "$after" "$folder/rtk"
  else
    printf 'rtk %s is installed: %s (was %s)\n' "$after" "$folder/rtk" "$before"
  fi
}

# Says what stands between the user and this rtk, else what to do next.
tell_path() {
  first='' is_on_path=no
  here=$(cd "$folder" && pwd -P)
  rest=${PATH:-}:
  while [ -n "$rest" ]; do
    entry=${rest%%:*} rest=${rest#*:}
    entry=${entry:-.}
    if [ -f "$entry/rtk" ] && [ -x "$entry/rtk" ]; then first=${first:-$entry}; fi
    if [ "$(cd "$entry" 2>/dev/null && pwd -P)" = "$here" ]; then is_on_path=yes; fi
  done
  if [ "$is_on_path" = no ]; then
    printf '%s is not on PATH; add this line to the profile of your shell:\n  %s\n' "$folder" "$(path_line)"
  fi
  if [ -n "$first" ] && [ "$(cd "$first" && pwd -P)" != "$here" ]; then
    if other=$(version_of "$first/rtk"); then other="an rtk $other"; else other='another program of that name'; fi
    printf '%s/rtk comes first on PATH and is %s: put %s before it, or remove it\n' "$first" "$other" "$folder"
  elif [ "$is_on_path" = yes ]; then
    printf 'Next: rtk init -g\n'
  fi
}

path_line() {
  quoted=$(printf '%s' "$folder" | sed "s/'/'\\\\''/g")
  case ${SHELL:-} in
    */fish) printf "fish_add_path '%s'" "$quoted" ;;
    *) printf "export PATH='%s':\"%sPATH\"" "$quoted" '$' ;;
  esac
}

{ main "$@"; }
