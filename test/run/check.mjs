import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

// `npm run check -- [PART …]`: what has to hold of the sources, without running them. Each part prints once it has ended.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name) => `node_modules/.bin/${name}`;

const FORMATTED = ['{apps,bin,libs,packages,test}/**/*.{ts,tsx,mjs,cjs}', '*.{js,mjs,json}'];
const FACTS = ['test/architecture', 'env-example', 'database/migrations', 'database/schema-files', 'database/entities'];

/** Types of the API document, by which console and client are compiled; lint reads them, too. */
const API_TYPES = [[bin('openapi-typescript'), 'docs/openapi.json', '--output', 'dist/types/api.d.ts', '--silent']];

/** With the heap that Node takes by itself, 4 GiB, the types of the whole project leave lint little but collections. */
const LINT = [process.execPath, '--max-old-space-size=6144', 'node_modules/eslint/bin/eslint.js', '.'];

/** Commands of each part, one after the other. */
const PARTS = {
  lint: [LINT],
  types: [
    [bin('tsc'), '--noEmit'],
    [bin('tsc'), '--noEmit', '-p', 'apps/console'],
  ],
  dead: [[bin('knip')]],
  format: [[bin('prettier'), '--check', ...FORMATTED]],
  facts: [
    ['npm', 'run', '-s', 'build'],
    [bin('jest'), '--maxWorkers=2', '--testPathPatterns', ...FACTS],
  ],
};

/** What a core does while another one lints. */
const LANES = [['lint'], ['types', 'dead', 'format', 'facts']];

/** Resolves to whether it ended well; prints what it said, all at once. */
async function succeeds([command, ...words]) {
  const child = spawn(command, words, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [code, signal] = await once(child, 'close');
  process.stdout.write(said);
  if (code !== 0) process.stdout.write(`FAILED (${signal ?? code}): ${[command, ...words].join(' ')}\n`);
  return code === 0;
}

async function allSucceed(commands) {
  for (const command of commands) if (!(await succeeds(command))) return false;
  return true;
}

/** The parts of a lane follow each other; one that fails leaves the others to be seen. */
async function runLane(parts) {
  const outcomes = [];
  for (const part of parts) outcomes.push(await allSucceed(PARTS[part]));
  return outcomes.every(Boolean);
}

async function main(asked) {
  const unknown = asked.filter((part) => !Object.hasOwn(PARTS, part));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(', ')}. Allowed: ${Object.keys(PARTS).join(', ')}\n`);
    return 2;
  }
  if (!(await allSucceed(API_TYPES))) return 1;
  const wanted = (part) => asked.length === 0 || asked.includes(part);
  const lanes = await Promise.all(LANES.map((parts) => runLane(parts.filter(wanted))));
  return lanes.every(Boolean) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
