// Runs a TypeScript file, named by the first argument, as it stands: for threads of tests and tools that run without a build.
// A build has their compiled scripts and never comes here (see start-thread.ts).
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { transformFileSync } = require('@swc/core');

const LIBS = join(__dirname, '../../..');
// As in a build, packages that few need are loaded by their first use.
const { module: asBuilt } = JSON.parse(readFileSync(join(LIBS, '../.swcrc'), 'utf8'));
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
  resolve(
    request.replace(/^@app\/(\w+)$/, (_, lib) => join(LIBS, lib, 'src/index.ts')),
    ...rest,
  );

require.extensions['.ts'] = (module, file) => {
  const { code } = transformFileSync(file, {
    swcrc: false,
    module: asBuilt,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
  });
  module._compile(code, file);
};

require(process.argv[2]);
