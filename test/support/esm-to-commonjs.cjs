// Jest 30 on Node 20 cannot load packages that are published as ES modules only (all of @nestjs 12): such a file is
// compiled to CommonJS when it is loaded, every other file of node_modules is passed through as it is.
const { createTransformer } = require('@swc/jest');

const compiler = createTransformer({
  swcrc: false,
  module: { type: 'commonjs' },
  jsc: { target: 'es2022', parser: { syntax: 'ecmascript' }, keepClassNames: true },
});

const isEsModule = (source, file) =>
  file.endsWith('.mjs') || /^\s*(import[\s{*'"]|export[\s{*])/m.test(source) || source.includes('import.meta');

const withoutMetaUrl = (source) => source.replace(/\bimport\.meta\.url\b/g, "('file://' + __filename)");

module.exports = {
  process: (source, file, options) =>
    isEsModule(source, file) ? compiler.process(withoutMetaUrl(source), file, options) : { code: source },
  getCacheKey: (source, file, options) => `${compiler.getCacheKey(source, file, options)}-esm-to-commonjs-1`,
};
