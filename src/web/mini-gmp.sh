#!/bin/sh
# mini-gmp.sh FOLDER: puts mini-gmp of GMP's source into the folder, with
# numbers of 64 bits wherever it has `long`, and GMP's licences. The source is
# the tar file named by GMP, or comes by `apt-get source` from the mirrors that
# this machine uses, in lists of its own; apt checks the signature.
set -eu
export LC_ALL=C

# Of mini-gmp.c and mini-gmp.h of GMP 6.2.1 and 6.3.0.
pinned='01f39f300aae1272b958bceb9474ab0e3bbe86a7b7967c18f0e389df3e93c561
3b6efd022c897f9b83e026dfe66f987485338173e0cdebccbd4960f3a94de856
378a9731eb6fd69b93fa074172f79be4089c813365613e414f4da4923dcbda52
54ec9383fdf6103a0e22bde2663ca8eb420338015839b663e0eccee103afae99'

stop() {
    echo "web: $1 GMP=gmp-6.3.0.tar.xz names a source of GMP 6.2.1 or 6.3.0, to be had from gmplib.org." >&2
    exit 1
}

mkdir -p "$1"
folder=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "${GMP:-}" ]; then
    command -v apt-get >/dev/null || stop 'the source of GMP is needed, and there is no apt-get.'
    mkdir -p "$work/lists" "$work/state/lists/partial" "$work/cache/archives/partial" "$work/source"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        [ ! -f "$list" ] || sed -e 's/^deb /deb-src /' -e 's/^Types:.*/Types: deb-src/' \
            "$list" >"$work/lists/${list##*/}"
    done
    apt() {
        apt-get -q -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/lists" \
            -o Dir::State::Lists="$work/state/lists" -o Dir::Cache="$work/cache" \
            -o APT::Sandbox::User= "$@"
    }
    # A mirror without sources, or out of reach, is no harm if another has GMP.
    (cd "$work/source" && { apt update || true; } && apt source --download-only gmp) >"$work/log" 2>&1 ||
        { tail -n 3 "$work/log" >&2; stop 'apt-get cannot fetch the source of GMP.'; }
    GMP=$(echo "$work"/source/gmp_*.orig.tar.*)
fi
[ -f "$GMP" ] || stop "there is no file $GMP."
tar -xf "$GMP" -C "$work" || stop "tar cannot read $GMP."
for file in mini-gmp.c mini-gmp.h; do
    source=$(echo "$work"/gmp-*/mini-gmp/$file)
    sum=$(sha256sum "$source" | cut -d ' ' -f 1)
    echo "$pinned" | grep -qx "$sum" || stop "$file of $GMP has another SHA-256, $sum, than the known ones."
    sed -E 's/\<long( int)?\>/long long/g; s/\<(U?)LONG_M/\1LLONG_M/g' "$source" >"$folder/$file"
done
cp "$work"/gmp-*/COPYING.LESSERv3 "$work"/gmp-*/COPYINGv2 "$work"/gmp-*/COPYINGv3 "$folder"
