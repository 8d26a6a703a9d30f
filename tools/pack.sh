#!/usr/bin/env bash
# Packs what a release has, into the folder `release` or $RELEASE:
#
#   tools/pack.sh page v1.2.0          the page that is in `dist`
#   tools/pack.sh four v1.2.0 TARGET   the terminal program that is built for a target, or $FOUR
#
# The archives are named as in crates/cli/Cargo.toml, for cargo binstall.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${2#v}
mkdir -p "${RELEASE:=release}"

if [ "$1" = page ]; then
  # Its addresses are relative: it works in any folder of any server.
  name="four-shapes-$version"
  cp -R dist "$RELEASE/$name"
  cd "$RELEASE"
  zip -qr -X "$name.zip" "$name"
else
  target=$3
  name="four-$version-$target"
  program=${FOUR:-target/$target/release/four}
  if [ -e "$program.exe" ]; then program+=.exe; fi
  folder="$RELEASE/$name"
  mkdir -p "$folder/completions"
  cp "$program" README.md LICENSE-* "$folder"
  node tools/licences.mjs "$target" > "$folder/licences.txt"
  # The program itself writes its manual pages and completions.
  "$program" man --out "$folder/man/man1"
  "$program" completions bash > "$folder/completions/four.bash"
  "$program" completions elvish > "$folder/completions/four.elv"
  "$program" completions fish > "$folder/completions/four.fish"
  "$program" completions powershell > "$folder/completions/_four.ps1"
  "$program" completions zsh > "$folder/completions/_four"
  cd "$RELEASE"
  case $target in
    *windows*) 7z a -bso0 "$name.zip" "$name" ;;
    *) tar -czf "$name.tar.gz" "$name" ;;
  esac
fi
rm -r "$name"
