import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// Prints the packages that the product runs with, with their licences and licence texts: node deploy/release/licences.mjs > file
// Exit code 1 where a package names none.

const PROJECT = resolve(import.meta.dirname, '../..');
const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'));

/** Of the platforms that are not this one, nothing is installed. */
const shipped = Object.entries(packages).filter(
  ([path, { dev }]) => path.startsWith('node_modules/') && !dev && existsSync(join(PROJECT, path, 'package.json')),
);

function described([path]) {
  const folder = join(PROJECT, path);
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ');
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  return { id: `${name}@${version}`, licence: named, text: file ? read(folder, file) : ofReadme(folder) };
}

const read = (folder, file) => readFileSync(join(folder, file), 'utf8').trim();

/** Old packages have it at the end of their description. */
function ofReadme(folder) {
  const file = readdirSync(folder).find((entry) => /^readme/i.test(entry));
  return file && /^#+ licen[cs]e[^]*/im.exec(read(folder, file))?.[0];
}

const found = new Map(shipped.map(described).map((one) => [one.id, one]));
const all = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
for (const { id, licence } of all) console.log(`${id}: ${licence ?? '(none)'}`);
for (const { id, text } of all) if (text) console.log(`\n${'='.repeat(80)}\n${id}\n\n${text}`);

const unnamed = all.filter(({ licence, text }) => !licence && !text);
if (unnamed.length > 0) {
  console.error(`No licence: ${unnamed.map(({ id }) => id).join(', ')}`);
  process.exitCode = 1;
}
