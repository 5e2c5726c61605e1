// The rule thread straight from its TypeScript source, for tests and tools that run without a build. A build has
// rule-thread.js beside this file and never comes here (see rule-thread-file.ts).
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, file) => {
  const { code } = transformFileSync(file, {
    swcrc: false,
    module: { type: 'commonjs', ignoreDynamic: true },
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  });
  module._compile(code, file);
};

require('./rule-thread.ts');
