import boundaries from 'eslint-plugin-boundaries';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import { ELEMENTS, POLICIES } from './layers.mjs';
import { house } from './plugin.mjs';
import { STANDS_ALONE } from './stands-alone.mjs';

const RESOLVER = fileURLToPath(new URL('import-resolver.cjs', import.meta.url));

/** Lines at which a file wants a second look, and lines that no file has (docs/architecture.md). */
const SECOND_LOOK_LINES = 300;
const MOST_LINES = 450;

const HELD_BY_TYPES = [
  ...[
    'constructor-super',
    'getter-return',
    'no-class-assign',
    'no-const-assign',
    'no-dupe-args',
    'no-dupe-class-members',
  ],
  ...['no-dupe-keys', 'no-func-assign', 'no-import-assign', 'no-new-native-nonconstructor', 'no-obj-calls'],
  ...['no-redeclare', 'no-setter-return', 'no-this-before-super', 'no-undef', 'no-unreachable', 'no-unsafe-negation'],
  ...['no-unused-vars', 'no-with'],
];

const SPECS = ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts', '**/*.gen-spec.ts'];

/** Jest takes these by their default export. */
const DEFAULT_EXPORTS = ['test/support/global-setup.ts', 'test/support/global-teardown.ts'];

/**
 * libs/config parses the environment; the supervisor hands its own on to its children, unread; the command is no part of the
 * service, and has none of its settings.
 */
const READ_ENVIRONMENT = [
  'libs/config/src/**',
  'apps/stack/src/supervisor/child-part.ts',
  'apps/cli/src/environment.ts',
];

/** All code; the console has files of its own kind. */
const SOURCES = ['apps/**/*.{ts,tsx}', 'libs/**/*.ts', 'test/**/*.ts'];

const ENVIRONMENT = 'Only libs/config reads the environment: take the value from Settings';

const layers = (root) => ({
  plugins: { boundaries },
  settings: {
    'boundaries/root-path': root,
    'boundaries/legacy-templates': false,
    'boundaries/elements': ELEMENTS,
    'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import', 'require'],
    'import/resolver': { [RESOLVER]: { root } },
  },
  rules: {
    'boundaries/no-unknown-files': 'error',
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkAllOrigins: true,
        checkUnknownLocals: true,
        checkInternals: true,
        message:
          '{{from.element.types}} may not import {{dependency.source}} here: see the layers in docs/architecture.md',
        policies: POLICIES,
      },
    ],
  },
});

const types = (root) => ({
  plugins: { '@typescript-eslint': tseslint.plugin },
  languageOptions: {
    parser: tseslint.parser,
    // Nest reads the types of a decorated class's constructor at run time, so those imports are values.
    parserOptions: {
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
    },
  },
  rules: {
    '@typescript-eslint/consistent-type-imports': 'error',
    '@typescript-eslint/no-explicit-any': 'error',
    '@typescript-eslint/no-require-imports': 'error',
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  },
});

/** ESLint's own recommended rules, without those that the compiler or a typed rule holds better. */
const recommended = Object.fromEntries(
  [...builtinRules]
    .filter(([name, { meta }]) => meta.docs?.recommended && !HELD_BY_TYPES.includes(name))
    .map(([name]) => [name, 'error']),
);

const style = {
  plugins: { house },
  rules: {
    ...recommended,
    // `== null` asks for null or undefined.
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    // One import of a module, its types among it.
    'no-duplicate-imports': 'error',
    'prefer-const': 'error',
    'max-lines': ['error', { max: MOST_LINES }],
    'house/second-look': ['warn', { max: SECOND_LOOK_LINES }],
    'house/few-dependencies': 'error',
    'house/one-exported-class': 'error',
    'house/reasoned-disable': 'error',
    'no-restricted-exports': [
      'error',
      {
        restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true, namespaceFrom: true },
      },
    ],
  },
};

const environment = {
  'no-restricted-properties': ['error', { object: 'process', property: 'env', message: ENVIRONMENT }],
  'no-restricted-imports': [
    'error',
    ...['process', 'node:process'].map((name) => ({ name, importNames: ['env', 'default'], message: ENVIRONMENT })),
  ],
};

/**
 * The rules of this house for the tree at `root`: the project itself, or a small copy of its shape that shows that each
 * rule bites (test/architecture/fixtures).
 */
export const houseRules = (root) => [
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: SOURCES, ...types(root) },
  { files: SOURCES, ...style },
  { files: SOURCES, ...layers(root) },
  { files: ['apps/**/*.ts', 'libs/**/*.ts'], ignores: [...SPECS, ...READ_ENVIRONMENT], rules: environment },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    // The tools are of libraries, which the console has none of.
    ignores: [...SPECS, '**/migrations/**', 'apps/console/**'],
    rules: { 'house/one-of-each-tool': 'error' },
  },
  // Tests may look behind an interface, to stand in for faults.
  { files: ['apps/**/*.ts', 'libs/**/*.ts'], ignores: SPECS, rules: { 'house/internals': 'error' } },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ignores: ['apps/console/src/api/service/**'],
    rules: { 'house/generated-answers': 'error' },
  },
  {
    files: ['libs/*/src/**/*.ts'],
    ignores: [...SPECS, '**/*.fixture.ts'],
    rules: { 'house/no-learned-ways': 'error' },
  },
  // Tests make functions of their own, which stand in for faults.
  { files: ['apps/**/*.ts', 'libs/**/*.ts'], rules: { 'house/sql-in-files': 'error' } },
  { files: ['libs/catalog/src/write/plan/**/*.ts'], rules: { 'house/pure-plans': 'error' } },
  { files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'], rules: { 'house/words': ['error', { definitions: true }] } },
  {
    files: ['test/**/*.ts'],
    ignores: ['test/support/shared-folder.ts', 'test/architecture/stands-alone.spec.ts'],
    rules: STANDS_ALONE,
  },
  // The DTOs of one controller are short and share a file; the tests of DTOs make their own.
  { files: ['apps/api/**/*query.ts', 'apps/api/**/*.dto.ts'], rules: { 'house/one-exported-class': 'off' } },
  // A test that is skipped says so.
  { files: ['test/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: DEFAULT_EXPORTS, rules: { 'no-restricted-exports': 'off' } },
];
