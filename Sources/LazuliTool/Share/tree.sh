#!/usr/bin/env bash
# Lays out what is installed beside the tool and the plugins, as under PREFIX. What can be told from the
# tool's own definitions is asked of the tool.
#
#     tree.sh TOOL FOLDER
set -euo pipefail
tool=$(realpath "$1") tree=$2
here=$(dirname "$(realpath "$0")")
root=$here/../../..

put() { install -D -m 644 /dev/stdin "$tree/$1"; }

"$tool" help man | put share/man/man1/lazuli.1
"$tool" help bash | put share/bash-completion/completions/lazuli
"$tool" help zsh | put share/zsh/site-functions/_lazuli
"$tool" help fish | put share/fish/vendor_completions.d/lazuli.fish
put share/doc/lazuli/copyright <"$root/LICENSE"
put share/thumbnailers/lazuli.thumbnailer <"$here/lazuli.thumbnailer"

number() { sed -n "s/^#define LZL_ABI_$1 \([0-9]*\)u$/\1/p" "$root/Sources/LazuliABI/include/lazuli/base.h"; }
sed "s/@VERSION@/$(number MAJOR).$(number MINOR)/" "$here/lazuli-plugin.pc" | put share/pkgconfig/lazuli-plugin.pc
