const own = JSON.parse(require('node:fs').readFileSync(`${__dirname}/.swcrc`, 'utf8'));
const swc = {
  ...own,
  // Jest's module system has no `import()` for CommonJS: what is loaded on first use is required there.
  module: { ...own.module, ignoreDynamic: false },
  swcrc: false,
  exclude: [],
};

const PROPERTIES = '<rootDir>/test/support/jest/seed-properties.ts';

const base = {
  testEnvironment: 'node',
  setupFiles: [PROPERTIES],
  moduleFileExtensions: ['ts', 'js', 'cjs', 'mjs', 'json', 'node'],
  moduleNameMapper: {
    '^@app/([a-z]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@app/([a-z]+)/pure$': '<rootDir>/libs/$1/src/pure.ts',
  },
  transform: {
    '\\.ts$': ['@swc/jest', swc],
    'node_modules/.*\\.m?js$': '<rootDir>/test/support/esm-to-commonjs.cjs',
  },
  transformIgnorePatterns: [],
};

// For the many files of `npm test`: docs/adr/0078-packages-kept-between-test-files.md
const keepsPackages = {
  testEnvironment: '<rootDir>/test/support/jest/main-realm-environment.cjs',
  runtime: '<rootDir>/test/support/jest/kept-packages-runtime.cjs',
};

const withDatabase = {
  setupFiles: [PROPERTIES, '<rootDir>/test/support/log-to-console.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** @type {import('jest').Config} */
module.exports = {
  // Ends what hangs, on a machine that is busy as well. No test measures time by it.
  testTimeout: 240_000,
  // A busy machine takes longer than half a second (the default) to end a process that has nothing left to do. Where the message comes
  // after this time, a test left a handle open.
  workerGracefulExitTimeout: 30_000,
  testSequencer: '<rootDir>/test/support/servers-first-sequencer.cjs',
  projects: [
    {
      ...base,
      ...keepsPackages,
      displayName: 'unit',
      roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test/support/jest', '<rootDir>/test/bench'],
      testMatch: ['**/*.spec.ts'],
    },
    { ...base, displayName: 'architecture', testMatch: ['<rootDir>/test/architecture/**/*.spec.ts'] },
    {
      ...base,
      ...keepsPackages,
      setupFiles: withDatabase.setupFiles,
      displayName: 'embedded',
      testMatch: ['<rootDir>/test/embedded/**/*.int-spec.ts'],
    },
    {
      ...base,
      ...keepsPackages,
      ...withDatabase,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/integration/**/*.int-spec.ts'],
    },
    ...['e2e', 'processes'].map((displayName) => ({
      ...base,
      ...keepsPackages,
      ...withDatabase,
      displayName,
      testMatch: [`<rootDir>/test/${displayName}/**/*.e2e-spec.ts`],
    })),
    { ...base, ...withDatabase, displayName: 'console', testMatch: ['<rootDir>/test/console/**/*.e2e-spec.ts'] },
    { ...base, ...withDatabase, displayName: 'operations', testMatch: ['<rootDir>/test/operations/**/*.e2e-spec.ts'] },
    { ...base, displayName: 'chaos', testMatch: ['<rootDir>/test/chaos/**/*.chaos-spec.ts'] },
    ...['worst-requests', 'hidden-objects', 'structure', 'equivalence', 'sdk', 'ingest', 'clients'].map(
      (displayName) => ({
        ...base,
        ...withDatabase,
        displayName,
        testMatch: [`<rootDir>/test/${displayName}/**/*.gen-spec.ts`],
      }),
    ),
    {
      ...base,
      ...keepsPackages,
      ...withDatabase,
      displayName: 'conformance',
      testMatch: ['<rootDir>/test/conformance/**/*spec.ts'],
    },
  ],
};
