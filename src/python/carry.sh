#!/bin/sh
# carry.sh FOLDER NAME...: copies each library NAME, as the compiler CC finds it,
# to FOLDER/takeaway, and the text of its licence to FOLDER/LICENSE.NAME. The text
# is the one of the package that owns the library (dpkg, rpm), or the file NAME in
# the folder LICENSES.
set -eu
export LC_ALL=C

folder=$1
shift

of_dpkg() { # of_dpkg FILE: prints what its Debian package has as copyright
    # A package may know the file by its name before /lib and /usr/lib were one.
    package=$(dpkg -S "$1" 2>/dev/null || dpkg -S "${1#/usr}" 2>/dev/null) &&
        cat "/usr/share/doc/${package%%:*}/copyright"
}

of_rpm() { # of_rpm FILE: prints the licence files of its package
    rpm -qf --licensefiles "$1" 2>/dev/null | grep . | xargs cat
}

for name; do
    path=$(${CC:-cc} -print-file-name="$name")
    # What the compiler does not find, it repeats.
    [ "$path" != "$name" ] || {
        echo "carry.sh: there is no $name; set CARRIED to the names that this system has" >&2
        exit 1
    }
    file=$(readlink -f "$path") text=$folder/LICENSE.$name
    cp -L "$path" "$folder/takeaway/"
    cat "${LICENSES:-/nowhere}/$name" >"$text" 2>/dev/null || of_dpkg "$file" >"$text" ||
        of_rpm "$file" >"$text" 2>/dev/null || {
        echo "carry.sh: no package owns $path, so its licence is not known;" \
            "set LICENSES to a folder with the text in a file $name" >&2
        exit 1
    }
done

# Debian's texts name the long ones instead of having them.
grep -oh '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$folder"/LICENSE.* | sort -u |
    while read -r long; do
        cp -L "$long" "$folder/LICENSE.${long##*/}"
    done
