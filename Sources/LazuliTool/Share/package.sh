#!/usr/bin/env bash
# Makes a Debian package of a tree that `make install PREFIX=/usr DESTDIR=TREE` made.
#
#     package.sh TREE FOLDER    # FOLDER/lazuli_VERSION_ARCHITECTURE.deb
set -euo pipefail
tree=$(realpath "$1")
folder=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
version=$("$tree/usr/bin/lazuli" --version | cut -d' ' -f2)
architecture=$(dpkg --print-architecture)
maintainer=${MAINTAINER:-The Lazuli developers <lazuli@localhost.localdomain>}
date=$(date -R -d "@${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct 2>/dev/null || date +%s)}")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
share=$root/usr/share
mkdir -p "$root/DEBIAN" "$work/debian"
cp -a "$tree/usr" "$root/"

# Where Debian has things.
mkdir -p "$share/zsh/vendor-completions"
mv "$share/zsh/site-functions/_lazuli" "$share/zsh/vendor-completions/"
rmdir "$share/zsh/site-functions"
gzip -9n "$share/man/man1/lazuli.1"
printf 'lazuli (%s) unstable; urgency=medium\n\n  * Version %s.\n\n -- %s  %s\n' \
  "$version" "$version" "$maintainer" "$date" | gzip -9n >"$share/doc/lazuli/changelog.gz"

# The libraries that the tool and the plugins are linked with, as the packages that have them.
printf 'Source: lazuli\n\nPackage: lazuli\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O root/usr/bin/lazuli root/usr/lib/lazuli/plugins/1/*/*.so |
  sed -n 's/^shlibs:Depends=//p')

cat >"$root/DEBIAN/control" <<END
Package: lazuli
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$root/usr" | cut -f1)
Depends: $depends
Recommends: ca-certificates
Section: graphics
Priority: optional
Description: fetch pictures from URLs, decode, convert and show them
 Lazuli turns URLs into pixels. The command lazuli fetches pictures over http,
 from files and data URLs, says what they are, converts them, makes thumbnails
 and shows them in the terminal. Each protocol and each format is a plugin;
 the headers for plugins in C come with it.
END
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$root" -print0 | xargs -0 touch -h -d "$date"
find "$root" -type d -print0 | xargs -0 chmod 755
dpkg-deb --root-owner-group --build "$root" "$folder/lazuli_${version}_$architecture.deb"
