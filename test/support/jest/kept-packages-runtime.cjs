// Jest loads every module anew for each test file: with Nest, TypeORM, Fastify and our own libraries a second and a half of CPU, a few
// hundred times. This runtime evaluates packages once per worker, and what is ours for each file, as Jest does, from code that is compiled
// once (docs/adr/0078-packages-kept-between-test-files.md).
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const MainRealmEnvironment = require('./main-realm-environment.cjs');

/** Packages, but for those that are a registry of the process. */
const KEPT = /\/node_modules\/(?!(prom-client|@nestjs\/typeorm)\/)/;
const REPLACES_MODULES = /\bjest\.(mock|doMock|setMock|unstable_mockModule|resetModules|isolateModules\w*)\(/;

/** Path → module, for all test files of this worker. */
const kept = new Map();
/** Path → compiled code, also of what is evaluated for each file. */
const compiled = new Map();
/** Path → source map of what was compiled. */
const sourceMaps = new Map();
/** The runtime of the test file that runs now. */
let current;

/** The modules of one test file, and the kept ones. */
class Modules extends Map {
  #of(path) {
    return KEPT.test(path) ? kept : undefined;
  }

  get(path) {
    return this.#of(path)?.get(path) ?? super.get(path);
  }

  set(path, module) {
    return this.#of(path)?.set(path, module) ?? super.set(path, module);
  }

  delete(path) {
    return this.#of(path)?.delete(path) ?? super.delete(path);
  }
}

/** For test files in the environment of the main realm; others have Jest's own runtime. */
module.exports = class KeptPackagesRuntime extends Runtime {
  #keeps;

  constructor(...parts) {
    super(...parts);
    const [, environment, , , , , testPath, { watch, watchAll }] = parts;
    // What was compiled of a source that is edited while Jest watches would be old.
    this.#keeps = environment instanceof MainRealmEnvironment && !watch && !watchAll;
    if (!this.#keeps) return;
    current = this;
    this.registries.moduleRegistry = new Modules();
    this.transformCache.sourceMaps = sourceMaps;
    const transform = this.transformCache.transform.bind(this.transformCache);
    this.transformCache.transform = (path, options) => (compiled.has(path) ? '' : transform(path, options));
    this.executor.compile = (source, path) => {
      const before = compiled.get(path);
      if (before) return before;
      if (!KEPT.test(path) && REPLACES_MODULES.test(source))
        throw new Error(`${path} replaces modules: a test file that does begins with /** @jest-environment node */`);
      const evaluate = compileFunction(source, this.executor.injectedModuleParameters, { filename: path });
      if (path !== testPath) compiled.set(path, evaluate);
      return evaluate;
    };
  }

  /** A package that requires a module later on asks the runtime of the file that loaded the package, which may have ended. */
  requireModuleOrMock(from, name) {
    return this.#keeps && this !== current && KEPT.test(from)
      ? current.requireModuleOrMock(from, name)
      : super.requireModuleOrMock(from, name);
  }
};
