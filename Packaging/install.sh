#!/bin/sh
# Installs reactui from an archive of a release, for this person alone, without Swift:
#
#     sh install.sh                                   the newest release
#     sh install.sh reactui-1.0.0-linux-…tar.gz       an archive that is here already, beside its SHA256SUMS
#
# PREFIX (~/.local) is where bin and share stand afterwards; RELEASE names the address that archives are fetched from.
# Fetching from that address is untried: the first release is not published yet. From a file it is tested (InstallScriptTests).
set -eu

prefix=${PREFIX:-$HOME/.local}
release=${RELEASE:-https://github.com/reactui/reactui/releases/latest/download}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

[ "$(uname -s)" = Linux ] || fail "releases are for Linux; on $(uname -s) build it from its source."
for tool in tar gzip sha256sum; do
  command -v "$tool" >/dev/null 2>&1 || fail "$tool is missing, which this needs."
done
work=$(mktemp -d) || fail "there is no room for a folder in ${TMPDIR:-/tmp}."
trap 'rm -rf "$work"' EXIT

machine=$(uname -m)
fetch() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL --proto '=https' --retry 3 -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -O "$2" "$1"
  else
    fail "neither curl nor wget is here, one of which fetches the archive."
  fi || fail "$1 could not be fetched."
}

if [ $# -gt 0 ]; then
  archive=$1
  [ -r "$archive" ] || fail "$archive cannot be read."
  name=$(basename "$archive")
  sums=$(dirname "$archive")/SHA256SUMS
  [ -r "$sums" ] || fail "SHA256SUMS is missing beside $name: without it nobody can tell whether the archive is whole."
else
  sums=$work/SHA256SUMS
  fetch "$release/SHA256SUMS" "$sums"
  name=$(sed -n "s/^[0-9a-f]* [ *]\(reactui-[^ ]*-linux-$machine-glibc[0-9.]*\.tar\.gz\)\$/\1/p" "$sums" | head -n 1)
  [ -n "$name" ] || fail "this release has no archive for $machine: build it from its source."
  archive=$work/$name
fi

# Before anything is fetched: what the archive's name says of the machines that it is for.
case $name in
*-linux-"$machine"-*) ;;
*) fail "$name is not for this machine, which is $machine." ;;
esac
asked=$(echo "$name" | sed -n 's/.*-glibc\([0-9.]*\)\.tar\.gz$/\1/p')
found=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc \([0-9.]*\)$/\1/p')
[ -n "$found" ] || fail "reactui needs the GNU C library, and this system has another one: build it from its source."
[ "$(printf '%s\n%s\n' "$asked" "$found" | sort -V | head -n 1)" = "$asked" ] ||
  fail "reactui needs glibc $asked or later (Debian 12, Ubuntu 22.04), and this system has $found: build it from its source."
[ $# -gt 0 ] || fetch "$release/$name" "$archive"

expected=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$name\$/\1/p" "$sums")
[ -n "$expected" ] || fail "SHA256SUMS says nothing of $name."
[ "$(sha256sum <"$archive" | cut -d ' ' -f 1)" = "$expected" ] ||
  fail "$name is not what was released: it was cut or changed on its way. Fetch it again."

if ! mkdir -p "$prefix/bin" 2>/dev/null || [ ! -w "$prefix/bin" ]; then
  fail "$prefix/bin cannot be written to: name a folder of yours, PREFIX=\$HOME/.local sh install.sh."
fi

# Each file comes to stand under a name beside its own and then takes the old one's place: a program that runs goes on.
mkdir "$work/whole"
tar -xzf "$archive" -C "$work/whole" 2>"$work/log" || fail "$name could not be unpacked: $(tail -n 1 "$work/log")"
put() {
  mkdir -p "$(dirname "$2")" && cp -p "$1" "$2.new" && mv -f "$2.new" "$2"
}
cd "$work"/whole/reactui-*/
# The program comes last: where there is no room, the old one is there still.
for file in $(find share -type f) bin/reactui; do
  put "$file" "$prefix/$file" 2>"$work/log" || {
    rm -f "$prefix/$file.new"
    fail "$prefix/$file could not be written ($(sed 's/.*: //' "$work/log" | head -n 1))."
  }
done
echo "reactui is installed: $prefix/bin/reactui ($("$prefix/bin/reactui" --version 2>/dev/null || echo "which does not start here"))"
case :$PATH: in
*":$prefix/bin:"*) ;;
*) echo "$prefix/bin is not in PATH: add it, or call it by its whole name." ;;
esac
for library in libxml2.so.2 libxml2.so.16; do
  if ldconfig -p 2>/dev/null | grep -q "$library" || /sbin/ldconfig -p 2>/dev/null | grep -q "$library"; then exit 0; fi
done
echo "libxml2 is missing, with which the texts of questions are readable: apt install libxml2, dnf install libxml2."
