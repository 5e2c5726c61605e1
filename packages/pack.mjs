import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Packs the client and the gate into dist/packages, each with all that it needs, so that it installs without a registry.
// Needs what `npm run build` makes.

const PACKAGES = fileURLToPath(new URL('.', import.meta.url));
const PROJECT = join(PACKAGES, '..');
const OUT = join(PROJECT, 'dist/packages');

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** A fresh folder with what every package has. */
function stage(name) {
  const folder = join(OUT, name);
  mkdirSync(folder, { recursive: true });
  const { version } = read(join(PROJECT, 'package.json'));
  // Not package.json there: tools would take the folder for a package that it only becomes here.
  const manifest = { ...read(join(PACKAGES, name, 'manifest.json')), version };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  cpSync(join(PACKAGES, name, 'README.md'), join(folder, 'README.md'));
  cpSync(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'));
  return folder;
}

function pack(folder) {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', OUT], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Types of the API document: what a request may leave out has a default, and is optional. */
function writtenTypes() {
  const file = join(PROJECT, 'dist/types/client-api.d.ts');
  const document = join(PROJECT, 'docs/openapi.json');
  const words = [document, '--output', file, '--default-non-nullable', 'false', '--silent'];
  execFileSync(join(PROJECT, 'node_modules/.bin/openapi-typescript'), words, {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return file;
}

/** The source as JavaScript and its declarations, beside the types of the API document. */
async function makeClient(folder) {
  const { default: ts } = await import('typescript');
  const source = readFileSync(join(PACKAGES, 'client/src/index.ts'), 'utf8').replaceAll("'catalog-api'", "'./api.js'");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, isolatedDeclarations: true };
  writeFileSync(join(folder, 'index.js'), ts.transpileModule(source, { compilerOptions }).outputText);
  writeFileSync(join(folder, 'index.d.ts'), ts.transpileDeclaration(source, { compilerOptions }).outputText);
  cpSync(writtenTypes(), join(folder, 'api.d.ts'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    cpSync(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
}

/** What a shell runs says who reads it. */
const banner = ({ name }) => (name === 'main' ? '#!/usr/bin/env node' : '');

/** The command with all that it imports in one folder. */
async function makeGate(folder) {
  const { build } = await import('vite');
  const source = join(PROJECT, 'dist/apps/cli/src');
  await build({
    configFile: false,
    root: PROJECT,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(folder, 'bin'),
      target: 'node20',
      minify: true,
      rolldownOptions: {
        // The checks of documents are loaded by their name, where they are needed.
        input: { main: join(source, 'main.js'), 'lint-document': join(source, 'lint/lint-document.js') },
        output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', banner },
      },
    },
  });
  cpSync(join(PROJECT, 'docs/ci/gate.sh'), join(folder, 'bin/gate.sh'));
  // Read at run time, from beside the folder of the code.
  cpSync(join(PROJECT, 'dist/libs/contracts/src/odcs/schemas'), join(folder, 'schemas'), { recursive: true });
}

rmSync(OUT, { recursive: true, force: true });
for (const [name, make] of Object.entries({ client: makeClient, gate: makeGate })) {
  const folder = stage(name);
  await make(folder);
  pack(folder);
}
