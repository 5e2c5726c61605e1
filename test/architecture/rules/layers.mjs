/**
 * The rows of docs/architecture.md, lowest first. A library may import what stands in a row below its own; libraries of
 * one row do not import each other. A new library is one word here.
 */
const ROWS = [
  ['common'],
  ['config', 'datatypes'],
  ['database', 'logging', 'sources'],
  ['search', 'queue', 'auth', 'schemas'],
  ['catalog'],
  ['runs'],
  ['quality', 'lineage', 'events'],
  ['contracts'],
  ['schedules'],
  ['results', 'ingestion', 'data'],
  ['validation'],
  ['objectives'],
  ['notices', 'recounts'],
  ['agreements', 'suggestions'],
  ['incidents', 'learned'],
  ['notifications'],
];

/** Beside the rows: starts the private PostgreSQL. Only processes and tests use it, never a library. */
const LAUNCHER = 'embedded';

const LIBRARIES = [...ROWS.flat(), LAUNCHER];

/** What makes HTTP; a library is true without it. */
const HTTP_PACKAGES = ['@fastify/*', '@nestjs/platform-fastify', '@nestjs/swagger', 'fastify', 'find-my-way'];

/** Only the element itself is matched, never a folder of the same name further down. */
const element = (type, pattern, capture) => ({ type, pattern, capture, partialMatch: false });

export const ELEMENTS = [
  element('library', `libs/@(${LIBRARIES.join('|')})/src`, ['library']),
  // Before the other applications: the first that matches counts.
  element('console', 'apps/console/src'),
  element('app', 'apps/*/src', ['app']),
  element('test', 'test/*', ['kind']),
];

const of = (...types) => ({ element: { types: { anyOf: types } } });
const libraries = (names) => ({ type: 'library', captured: { library: names } });
/** Its name is its index; `@app/<lib>/pure` what of it needs no service around it. */
const ENTRY = '{index,pure}.ts';

/** By its name and through its index: the one way into a library from outside. */
const enter = (from, names) => ({
  from,
  allow: {
    to: { element: { ...libraries(names), fileInternalPath: ENTRY } },
    dependency: { source: '@app/{*,*/pure}' },
  },
});

const rowPolicies = ROWS.slice(1).map((row, index) =>
  enter({ element: libraries(row) }, ROWS.slice(0, index + 1).flat()),
);

const OWN = libraries('{{from.element.captured.library}}');

/** To any file but the library's own index, whether by its name or by its path. */
const insideALibrary = [
  { from: of('library'), allow: { to: { element: OWN } } },
  {
    from: of('library'),
    disallow: { to: { element: { ...OWN, fileInternalPath: ENTRY } } },
    message: "A file of a library imports the file it needs, not the library's own index",
  },
];

const insideAnApp = {
  from: of('app'),
  allow: { to: { element: { type: 'app', captured: { app: '{{from.element.captured.app}}' } } } },
};

/** The last policy that matches decides. */
export const POLICIES = [
  { allow: { to: { module: { origin: ['external', 'core'] } } } },
  // A name of ours that leads to no file is no package.
  { disallow: { dependency: { source: '@app/**' } } },
  {
    from: of('library'),
    disallow: { to: { module: { origin: 'external', source: HTTP_PACKAGES } } },
    message: 'A library is true without HTTP: what speaks HTTP lives in apps/api',
  },
  ...rowPolicies,
  enter({ element: libraries([LAUNCHER]) }, ['common']),
  ...insideALibrary,
  enter(of('app', 'test'), LIBRARIES),
  insideAnApp,
  // It runs in a browser and talks to the service over HTTP: it imports nothing of it.
  { from: of('console'), allow: { to: of('console') } },
  { from: of('test'), allow: { to: of('test', 'app') } },
  // The SQL of a repository is tested with a real database there, and few repositories are exported.
  {
    from: { element: { type: 'test', captured: { kind: ['integration', 'conformance', 'operations', 'support'] } } },
    allow: { to: { element: libraries(LIBRARIES) } },
  },
];
