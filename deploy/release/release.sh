#!/usr/bin/env bash
#
# Makes a release of the checkout: version, changelog, commit and tag; tarball, bill of materials, licences and checksums in
# .tmp/release. Nothing is sent anywhere: push the tag and upload the files by hand.
#   deploy/release/release.sh 0.2.0

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

version=${1:-}
if [[ ! $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?$ ]]; then
  echo "Usage: deploy/release/release.sh VERSION, such as 0.2.0" >&2
  exit 2
fi
fail() {
  echo "No release: $*" >&2
  exit 1
}
# `npm run -s release` has npm silent, which the programs below would inherit: what fails says why.
export npm_config_loglevel=error
# What V8 compiled of the services is taken by a Node of the same line alone: that of the image and of the units.
[[ $(node --print process.versions.node) == 26.* ]] || fail "it is made by Node 26, found $(node --version)"
[[ -z $(git status --porcelain) ]] || fail 'the checkout has changes that are not committed'
git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null && fail "the tag v$version exists already"
grep -q '^## \[Unreleased\]' CHANGELOG.md || fail 'CHANGELOG.md has no part [Unreleased]'

out=.tmp/release
begun=$(git rev-parse HEAD)
# A release that fails leaves nothing: neither files nor commit nor tag.
undo() {
  echo "No release: line $1 failed (${2%%$'\n'*}); its commit, tag and files are taken back" >&2
  git tag --delete "v$version" >/dev/null 2>&1
  git reset --quiet --hard "$begun"
  rm -rf "$out"
}
trap 'undo "$LINENO" "$BASH_COMMAND"' ERR

npm version --no-git-tag-version --allow-same-version "$version" >/dev/null
# The Helm chart installs the release that it came with.
sed -i -E "s/^(version|appVersion): .*/\1: $version/" deploy/helm/metadata-catalog/Chart.yaml
# What was unreleased is of this version from today on; the line that announced the release goes.
node -e '
  const { readFileSync, writeFileSync } = require("node:fs");
  const [version] = process.argv.slice(1);
  const today = new Date().toISOString().slice(0, 10);
  const text = readFileSync("CHANGELOG.md", "utf8").replace(/\nTo become [^\n]*\n/, "");
  writeFileSync("CHANGELOG.md", text.replace("## [Unreleased]", `## [Unreleased]\n\n## [${version}] - ${today}`));
' "$version"
git add package.json package-lock.json CHANGELOG.md deploy/helm/metadata-catalog/Chart.yaml
git commit --quiet --message "Release $version"
git tag --annotate --message "Release $version" "v$version"

name=metadata-catalog-$version
rm -rf "$out"
mkdir -p "$out/$name"
git archive HEAD | tar --extract --directory "$out/$name" --exclude=test --exclude=bench --exclude=.ci --exclude='*.spec.ts'
npm run -s build:shipped -- --out-dir "$out/$name/dist"
node deploy/bundle/bundle.mjs "$out/$name/dist"
npm run -s console:build
cp -R dist/console "$out/$name/dist/console"
tar --create --gzip --owner=0 --group=0 --sort=name --file "$out/$name.tgz" --directory "$out" "$name"
rm -rf "${out:?}/$name"
npm sbom --sbom-format cyclonedx --sbom-type application --omit dev >"$out/$name.cdx.json"
node deploy/release/licences.mjs >"$out/$name.licences.txt"
(cd "$out" && sha256sum "$name".* >SHA256SUMS)
echo "Release $version is in $out; the tag is v$version. Nothing was pushed."
