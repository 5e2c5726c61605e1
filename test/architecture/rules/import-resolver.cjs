const { existsSync, statSync } = require('node:fs');
const { builtinModules } = require('node:module');
const { dirname, join, resolve } = require('node:path');

// Tells eslint-plugin-boundaries which file an import means: `@app/<lib>` and `@app/<lib>/pure` as in tsconfig.json, relative ones as TypeScript
// does. `@app/<lib>/…` is resolved too, although no compiler takes it, so that the rule about entry points can say no.

const isFile = (path) => existsSync(path) && statSync(path).isFile();

const fileOf = (path) =>
  [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts'), path.replace(/\.js$/, '.ts')].find(isFile);

const ofLibrary = (source, root) => {
  const [, library, inside] = /^@app\/([^/]+)(?:\/(.*))?$/.exec(source) ?? [];
  const entry = inside === undefined ? 'src/index.ts' : inside === 'pure' ? 'src/pure.ts' : inside;
  return library && join(root, 'libs', library, entry);
};

exports.interfaceVersion = 2;

exports.resolve = (source, importer, { root }) => {
  if (builtinModules.includes(source.replace(/^node:/, ''))) return { found: true, path: null };
  const path = ofLibrary(source, root) ?? (source.startsWith('.') ? resolve(dirname(importer), source) : undefined);
  const file = path && fileOf(path);
  return file ? { found: true, path: file } : { found: false };
};
