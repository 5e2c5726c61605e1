import type { WorstRequest } from '../measure/request';
import { PATCH_SHAPES } from '../shapes/patch-shapes';
import { fill, type BodyPlan } from '../shapes/shape';
import { YAML_SHAPES } from '../shapes/yaml-shapes';

/** What the rows name: a table, its schema, and the number of the request. */
export interface KnownWorld {
  readonly tableId: string;
  readonly schema: string;
  readonly number: number;
}

type Row = readonly [name: string, make: (world: KnownWorld) => WorstRequest];

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const YAML_TYPE = { 'content-type': 'application/yaml' };
const PATCH_TYPE = { 'content-type': 'application/json-patch+json' };
const PLAN = { bytes: 10 * MIB } as BodyPlan;

const contract = (members: string) =>
  `{"name":"c","entity":{"type":"table","fullyQualifiedName":"a.b.c.d"},${members}}`;
const checked = (body: string): WorstRequest => ({
  method: 'POST',
  path: '/api/v1/dataContracts/validate',
  headers: JSON_TYPE,
  body,
});
const asYaml = (body: string): WorstRequest => ({ ...checked(body), headers: YAML_TYPE });
const yamlShape =
  (name: string): Row[1] =>
  () =>
    asYaml(String(YAML_SHAPES[name]!(PLAN)));
const patched =
  (name: string): Row[1] =>
  ({ tableId }) => ({
    method: 'PATCH',
    path: `/api/v1/tables/${tableId}`,
    headers: PATCH_TYPE,
    body: String(PATCH_SHAPES[name]!(PLAN)),
  });
const table = ({ number, schema }: KnownWorld, members: string, name = `t${number}`) =>
  `{"name":"${name}","databaseSchema":"${schema}","columns":[{"name":"a","dataType":"INT"}],${members}}`;
const put = (path: string, body: string): WorstRequest => ({
  method: 'PUT',
  path: `/api/v1${path}`,
  headers: JSON_TYPE,
  body,
});

const WIDE = 10_000;
/** A table with as many columns as there may be, of 3 MB; the descriptions of its columns end with the text. */
export const wideTable = (schema: string, end: string) => {
  const column = (at: number) =>
    `{"name":"column_${at}","dataType":"INT","description":"${`order customer ${at} `.repeat(12)}${end}"}`;
  return `{"name":"wide","databaseSchema":"${schema}","columns":[${fill(column, Infinity, WIDE)}]}`;
};
const constraint = (schema: string) =>
  `{"constraintType":"FOREIGN_KEY","columns":["a"],"referredColumns":[${fill((at) => `"${schema}.wide.x${at}"`, Infinity, 10_000)}]}`;

const event = (outputs: string) =>
  `{"eventType":"COMPLETE","eventTime":"2026-01-01T00:00:00Z","run":{"runId":"r"},"job":{"namespace":"a","name":"b"},"outputs":[${outputs}]}`;
const datasetEvent = (facets: string) =>
  `{"eventTime":"2026-01-01T00:00:00Z","dataset":{"namespace":"a","name":"b","facets":${facets}}}`;
const wrongTable = (schema: string) => (at: number) =>
  `{"name":"w${at}","databaseSchema":"${schema}","columns":[{"name":"a","dataType":"NONE"}]}`;

/** Requests that once held the API for long or took much of its memory, each by its name. */
export const KNOWN_REQUESTS: readonly Row[] = [
  ['a contract of 60,000 empty columns', () => checked(contract(`"schema":[${fill('{}', Infinity, 60_000)}]`))],
  ['a contract of 10 MiB of empty columns', () => checked(contract(`"schema":[${fill('{}', 10 * MIB - 200)}]`))],
  ['a contract of 10 MiB of empty rules', () => checked(contract(`"semantics":[${fill('{}', 10 * MIB - 200)}]`))],
  ['a patch of 2,000 moves of an item of 1 MB', patched('moves of an item of 1 MB')],
  ['a patch with a description of 4 MB', patched('a description of 4 MB')],
  ['a patch of empty operations', patched('empty operations')],
  ['a patch that gives one label 10,000 times', patched('one label many times')],
  ['a patch of copies that double', patched('copies that double')],
  ['YAML: 1 MiB of members', yamlShape('many members')],
  ['YAML: a list of 100,000 used 990 times', yamlShape('aliases of a long list')],
  ['YAML: 1 MiB of empty lists', yamlShape('empty flow lists')],
  ['YAML: a scalar of 900 KB', yamlShape('one long scalar')],
  ['YAML: 40,000 anchors', yamlShape('many anchors')],
  ['YAML: 40,000 anchors, each used', yamlShape('many anchors and aliases')],
  [
    'one label 10,000 times',
    (world) => put('/tables', table(world, `"tags":[${fill('{"tagFQN":"PII.Sensitive"}', Infinity, 10_000)}]`)),
  ],
  [
    'one owner 10,000 times',
    (world) => put('/tables', table(world, `"owners":[${fill('{"type":"user","name":"admin"}', Infinity, 10_000)}]`)),
  ],
  [
    '8 MB of unknown members',
    (world) =>
      put(
        '/tables',
        table(
          world,
          fill((at) => `"unknown${at}":1`, 8_000_000),
        ),
      ),
  ],
  ['a description of 4 MB', (world) => put('/tables', table(world, `"description":"${'a'.repeat(4_000_000)}"`))],
  [
    '1,000 copies of one entity in a bulk',
    (world) => put('/tables/bulk', `{"entities":[${fill(table(world, '"description":"a"'), Infinity, 1_000)}]}`),
  ],
  [
    '1,000 large copies of one entity in a bulk',
    (world) =>
      put(
        '/tables/bulk',
        `{"entities":[${fill(table(world, `"description":"${'a'.repeat(60_000)}"`), Infinity, 1_000)}]}`,
      ),
  ],
  ['62 MiB of empty entities in a bulk', () => put('/tables/bulk', `{"entities":[${fill('{}', 62 * MIB)}]}`)],
  [
    'a contract with 10 MiB of deep values in its extension',
    () => checked(contract(`"extension":{"a":[${fill('{"a":'.repeat(50) + '1' + '}'.repeat(50), 10 * MIB - 200)}]}`)),
  ],
  [
    'a contract of 10 MiB of unknown policies',
    () => checked(contract(`"security":{"policies":[${fill((at) => `{"x${at}":${at},"y":null}`, 10 * MIB - 200)}]}`)),
  ],
  [
    'an event of 10 MiB of datasets without names',
    () => ({
      method: 'POST',
      path: '/api/v1/lineage',
      headers: JSON_TYPE,
      body: event(fill('{"x":1}', 10 * MIB - 400)),
    }),
  ],
  [
    'an event with a facet of 10 MiB of deep values',
    () => {
      const facets = `{"x":[${fill('{"a":['.repeat(26) + ']}'.repeat(26), 10 * MIB - 400)}]}`;
      return { method: 'POST', path: '/api/v1/lineage', headers: JSON_TYPE, body: datasetEvent(facets) };
    },
  ],
  [
    'a rule of 10 MiB to try',
    () => ({
      method: 'POST',
      path: '/api/v1/dataContracts/rules/evaluate',
      headers: JSON_TYPE,
      body: `{"asset":{"a":1},"rule":{"or":[${fill('{"!":'.repeat(26) + '{"var":""}' + '}'.repeat(26), 10 * MIB - 400)}]}}`,
    }),
  ],
  [
    '100,000 wrong tables of an import',
    ({ schema }) => put('/tables/import', `{"tables":[${fill(wrongTable(schema), Infinity, 100_000)}]}`),
  ],
  ['a change of each of 10,000 columns', ({ schema, number }) => put('/tables', wideTable(schema, `${number}`))],
  [
    'a patch of one of 10,000 columns',
    ({ schema }) => ({
      method: 'PATCH',
      path: `/api/v1/tables/name/${schema}.wide`,
      headers: PATCH_TYPE,
      body: '[{"op":"add","path":"/columns/5/description","value":"other"}]',
    }),
  ],
  [
    '10,000 references to a table of 10,000 columns',
    (world) => put('/tables', table(world, `"tableConstraints":[${constraint(world.schema)}]`)),
  ],
  ['62 MiB of empty edges in a bulk', () => put('/lineage/bulk', `{"edges":[${fill('{}', 62 * MIB)}]}`)],
];
