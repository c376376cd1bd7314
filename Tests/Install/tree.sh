#!/usr/bin/env bash
# Tries a staged tree and a package without installing them: the tree at another place, with nothing in the
# environment; a plugin in C, built against it; manual page and completions; the package unpacked.
#
#     tree.sh STAGE PACKAGE
set -euo pipefail
stage=$(realpath "$1") package=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
picture=$here/../../docs/images/sheet.png
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

echo "The tree, moved, alone"
cp -a "$stage/usr" "$work/an odd place"
moved="$work/an odd place"
cp "$picture" "$work/sheet.png"
env -i PATH=/usr/bin:/bin HOME="$work" "$here/pictures.sh" "$moved/bin/lazuli" "$work/sheet.png"
(cd / && env -i "$moved/bin/lazuli" info "$work/sheet.png") >/dev/null
! ldd "$moved/bin/lazuli" "$moved"/lib/lazuli/plugins/1/*/*.so | grep -E 'libswift|libFoundation|not found' ||
  fail "a library that no other machine has"

echo "A plugin in C, by pkg-config"
export PKG_CONFIG_PATH="$moved/share/pkgconfig"
mkdir "$work/dots"
# shellcheck disable=SC2046 # words, with quotes for the odd place
eval gcc -Wall -Werror -fPIC -shared $(pkg-config --cflags lazuli-plugin) -o "'$work/dots/libDots.so'" \
  "'$here/../Plugins/dots-c/dots.c'"
cat >"$work/dots/plugin.json" <<'END'
{ "schema": "lazuli.plugin/1", "id": "org.lazuli.test.dots-c", "version": "1.0.0", "name": "Dots", "abi": 1,
  "library": "libDots.so",
  "codecs": [{ "format": "dots", "extensions": ["dots"], "signatures": [{ "offset": 0, "hex": "444f5453" }] }] }
END
printf 'DOTS\001\001\200' >"$work/a.dots"
LAZULI_PLUGIN_PATH="$work" "$moved/bin/lazuli" fetch --format rgba -o - "$work/a.dots" | od -An -tu1 |
  grep -q '128 128 128 255' || fail "the plugin"
[ "$(eval echo "$(pkg-config --variable=plugindir lazuli-plugin)")" -ef "$moved/lib/lazuli/plugins/1" ] || fail "plugindir"

echo "Manual page and completions"
manual=$moved/share/man/man1/lazuli.1
[ -z "$(MANROFFSEQ='' man --warnings -E UTF-8 -l -Tutf8 -Z "$manual" 2>&1 >/dev/null)" ] || fail "warnings of man"
for command in $("$moved/bin/lazuli" --help | sed -n '/^COMMANDS/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  for option in $("$moved/bin/lazuli" "$command" --help | grep -oE '^  (-[a-zA-Z], )?--[a-z0-9-]+' | grep -oE '\-\-.*'); do
    grep -qF -- "${option//-/\\-}" "$manual" || fail "$command $option is not in the manual page"
    for file in bash-completion/completions/lazuli zsh/site-functions/_lazuli fish/vendor_completions.d/lazuli.fish; do
      grep -qE -- "(--| -l )${option#--}" "$moved/share/$file" || fail "$command $option is not in $file"
    done
  done
done
bash -n "$moved/share/bash-completion/completions/lazuli"
zsh -n "$moved/share/zsh/site-functions/_lazuli"
fish -n "$moved/share/fish/vendor_completions.d/lazuli.fish"
complete_bash() {
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lazuli; echo "${COMPREPLY[*]}"' - \
    "$moved/share/bash-completion/completions/lazuli" "$@"
}
[ "$(complete_bash lazuli sho)" = show ] || fail "bash: commands"
[ "$(complete_bash lazuli show --prot)" = --protocol ] || fail "bash: options"
[ "$(complete_bash lazuli show --protocol s)" = sixel ] || fail "bash: values"
[ "$(fish -c 'source $argv[1]; complete -C "lazuli show --protocol s"' \
  "$moved/share/fish/vendor_completions.d/lazuli.fish" | cut -f1)" = sixel ] || fail "fish: values"

echo "The package, unpacked"
dpkg-deb --info "$package" | grep -E '^ (Version|Depends|Installed-Size)'
dpkg-deb --contents "$package" | awk '$2 != "root/root" { print; bad = 1 } END { exit bad }' || fail "owners"
dpkg-deb -x "$package" "$work/unpacked"
env -i PATH=/usr/bin:/bin HOME="$work" "$here/pictures.sh" "$work/unpacked/usr/bin/lazuli" "$work/sheet.png" >/dev/null
lintian --fail-on error,warning --suppress-tags-from-file "$here/lintian-tags" "$package"
echo "All good"
