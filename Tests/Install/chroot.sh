#!/usr/bin/env bash
# A bare Debian without a toolchain: the tree at an odd place, then the package, installed, used, removed.
# Mirror and release are those of this machine; the bare system is kept in CHROOT_CACHE (.build/chroot).
#
#     chroot.sh STAGE PACKAGE
set -euo pipefail
stage=$(realpath "$1") package=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
cache=${CHROOT_CACHE:-$here/../../.build/chroot}
work=$(mktemp -d)
server=
clean() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  umount "$work/root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
inside() { chroot "$work/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/srv DEBIAN_FRONTEND=noninteractive "$@"; }

# shellcheck disable=SC1091
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
if [ ! -e "$cache/base.tar" ]; then
  echo "A bare $release"
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Identifier: Packages' |
    awk -v release="$release" '$2 == release && $3 == "main" { print $1; exit }')
  mkdir -p "$cache"
  debootstrap --variant=minbase "$release" "$work/base" "$mirror" >"$cache/log" || fail "see $cache/log"
  tar -C "$work/base" -cf "$cache/base.part" .
  mv "$cache/base.part" "$cache/base.tar"
fi
mkdir "$work/root"
tar -C "$work/root" -xf "$cache/base.tar"
mount -t proc proc "$work/root/proc"
cp -r /etc/apt/apt.conf.d /etc/apt/sources.list.d /etc/apt/trusted.gpg.d "$work/root/etc/apt/"
: >"$work/root/etc/apt/sources.list"
cp /etc/resolv.conf /etc/hosts "$work/root/etc/"
cp "$here/../../docs/images/sheet.png" "$here/pictures.sh" "$work/root/srv/"
cp "$package" "$work/root/srv/lazuli.deb"
inside sh -c '! command -v swift && ! command -v gcc' || fail "a toolchain in the bare system"

python3 -u -m http.server --bind 127.0.0.1 --directory "$work/root/srv" 0 >"$work/server.log" 2>&1 &
server=$!
until port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$work/server.log" | head -1) && [ -n "$port" ]; do sleep 0.05; done
try() { inside sh /srv/pictures.sh "$1" /srv/sheet.png "http://127.0.0.1:$port/sheet.png"; }

inside apt-get update -qq
inside sh -c 'dpkg-deb -f /srv/lazuli.deb Depends' | tee "$work/depends"

echo "The package"
inside apt-get install -y -qq --no-install-recommends /srv/lazuli.deb >"$work/apt.log" || fail "$(cat "$work/apt.log")"
try lazuli
inside dpkg --verify lazuli
inside dpkg --purge lazuli
inside sh -c '! dpkg-query -W lazuli && ! ls -d /usr/lib/lazuli /usr/include/lazuli /usr/share/doc/lazuli' 2>/dev/null ||
  fail "the package left something"
inside find / -xdev -name '*lazuli*' ! -path "/srv/*" ! -path '/proc/*' ! -path '/var/log/*' | tee "$work/left"
[ ! -s "$work/left" ] || fail "left behind"

echo "The tree, with the libraries that the package asked for"
mkdir -p "$work/root/opt/an odd place"
cp -a "$stage/usr/." "$work/root/opt/an odd place/"
try "/opt/an odd place/bin/lazuli"
echo "All good"
