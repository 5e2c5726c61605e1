import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { changesIn } from './changed.mjs';

// What has to hold of the sources, without running them.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(PROJECT);
const bin = (name) => `node_modules/.bin/${name}`;

const FORMATTED = ['{apps,bin,libs,packages,test}/**/*.{ts,tsx,mjs,cjs}', '*.{js,mjs,json}'];
const FACTS = [
  'test/architecture',
  'env-example',
  'helm-chart',
  'database/migrations',
  'database/schema-files',
  'database/entities',
];

/** Types of the API document, by which console and client are compiled. */
const API_DOCUMENT = 'docs/openapi.json';
const API_TYPES = 'dist/types/api.d.ts';
const WRITE_API_TYPES = [bin('openapi-typescript'), API_DOCUMENT, '--output', API_TYPES, '--silent'];

const writtenAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Rules that ask for no types (eslint.config.mjs). Files that did not change since the last run are known from its cache. */
const eslint = (...words) => [
  ...[process.execPath, 'node_modules/eslint/bin/eslint.js'],
  ...['--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/', ...words],
];

/** Rules that ask for types (.oxlintrc.json); the fixtures of the rules have a configuration of their own, which is not for this. */
const oxlint = (...words) => [bin('oxlint'), '--disable-nested-config', '--format', 'agent', ...words];

/** TypeScript 7, which checks the whole project in a fifth of the time of TypeScript 6, the one that other tools load (ADR 199). */
const tsc = (...words) => [process.execPath, 'node_modules/typescript-7/bin/tsc', '--noEmit', ...words];

const CONSOLE_TYPES = tsc('-p', 'apps/console');

/** Commands of each part, one after the other; `fix` mends what can be mended without a decision. */
const partsOfAll = (fix) => ({
  lint: [eslint('.', ...fix)],
  'typed-lint': [oxlint('apps', 'libs', 'test', ...fix)],
  types: [tsc(), CONSOLE_TYPES],
  dead: [[bin('knip')]],
  format: [[bin('prettier'), '--check', '--log-level', 'warn', ...FORMATTED]],
  facts: [
    ['npm', 'run', '-s', 'build'],
    [bin('jest'), '--maxWorkers=2', '--reporters=agent', '--testPathPatterns', ...FACTS],
  ],
});

/** What one core does while another one lints; typed lint and types have threads for both. */
const LANES = [['lint'], ['typed-lint', 'types', 'dead', 'format', 'facts']];

/** The same for what a change can break in seconds: its files, and by the types all that depends on them. */
const partsOfChange = ({ changed, formatted, sources, typed }, fix) => ({
  lint: sources.length > 0 ? [eslint(...sources, ...fix)] : [],
  'typed-lint': typed.length > 0 ? [oxlint(...typed, ...fix)] : [],
  types: [
    ...(sources.length > 0 ? [tsc('--checkers', '1')] : []),
    ...(changed.some((file) => file.startsWith('apps/console/') || file === API_DOCUMENT) ? [CONSOLE_TYPES] : []),
  ],
  format: formatted.length > 0 ? [[bin('prettier'), '--check', '--log-level', 'warn', ...formatted]] : [],
});

/** One program at a time, for the memory of a machine that has other work. */
const ONE_LANE = [['lint', 'typed-lint', 'types', 'format']];

const USAGE = `Usage: npm run check -- [PART …] [--changed[=BRANCH]] [--fix]

Parts: ${Object.keys(partsOfAll([])).join(', ')}. Without one, all.
--changed  what differs from BRANCH (by default main), committed or not: ${ONE_LANE.flat().join(', ')}
--fix      lint mends what it can
`;

/** Resolves to whether it ended well. What it says is printed where it failed, or was asked for by name: all at once. */
async function succeeds([command, ...words], quiet) {
  const child = spawn(command, words, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [code, signal] = await once(child, 'close');
  if (code !== 0 || !quiet) process.stdout.write(said);
  if (code !== 0) process.stdout.write(`FAILED (${signal ?? code}): ${[command, ...words].join(' ').slice(0, 500)}\n`);
  return code === 0;
}

async function allSucceed(commands, quiet) {
  for (const command of commands) if (!(await succeeds(command, quiet))) return false;
  return true;
}

/** The parts of a lane follow each other; one that fails leaves the others to be seen. */
async function runLane(commands, quiet) {
  const outcomes = [];
  for (const part of commands) outcomes.push(await allSucceed(part, quiet));
  return outcomes.every(Boolean);
}

async function main(words) {
  const named = words.filter((word) => !word.startsWith('--'));
  const fix = words.filter((word) => word === '--fix');
  const ofChange = words.find((word) => /^--changed(=.+)?$/.test(word));
  const change = ofChange && changesIn(PROJECT, ofChange.split('=')[1] ?? 'main');
  const [parts, lanes] = change ? [partsOfChange(change, fix), ONE_LANE] : [partsOfAll(fix), LANES];
  const unknown = [
    ...named.filter((part) => !Object.hasOwn(parts, part)),
    ...words.filter((word) => word.startsWith('--') && word !== '--fix' && word !== ofChange),
  ];
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(', ')}\n\n${USAGE}`);
    return 2;
  }
  const quiet = words.length === 0;
  const isCurrent = writtenAt(API_TYPES) > writtenAt(API_DOCUMENT);
  if (!isCurrent && !(await succeeds(WRITE_API_TYPES, true))) return 1;
  const wanted = (part) => named.length === 0 || named.includes(part);
  const outcomes = lanes.map((lane) =>
    runLane(
      lane.filter(wanted).map((part) => parts[part]),
      quiet,
    ),
  );
  return (await Promise.all(outcomes)).every(Boolean) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
