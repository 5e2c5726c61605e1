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
/** The FQN of the contract of `wideContract`. */
const WIDE_CONTRACT = 'shop.sales.public.wide.dataContract_promised';
/** A contract of the wide table with many columns and, in another order, rules about them. */
export const wideContract = (schema: string) => {
  const column = (at: number) => `{"name":"column_${at}","dataType":"INT","description":"${'the order '.repeat(5)}"}`;
  const rule = (at: number) =>
    `{"type":"library","name":"rule ${at}","metric":"nullValues","column":"column_${8_999 - at}","mustBe":0,"dimension":"completeness"}`;
  const columns = fill(column, Infinity, 9_000);
  const rules = fill(rule, Infinity, 7_000);
  return `{"name":"promised","entity":{"type":"table","fullyQualifiedName":"${schema}.wide"},"schema":[${columns}],"odcsQualityRules":[${rules}]}`;
};
const constraint = (schema: string) =>
  `{"constraintType":"FOREIGN_KEY","columns":["a"],"referredColumns":[${fill((at) => `"${schema}.wide.x${at}"`, Infinity, 10_000)}]}`;

/** An import of a document of the standard with these members. */
const odcs =
  (members: string): Row[1] =>
  ({ tableId }) =>
    put(
      `/dataContracts/odcs?entityType=table&entityId=${tableId}`,
      `{"apiVersion":"v3.1.0","kind":"DataContract","id":"a","version":"1","status":"active",${members}}`,
    );

const odcsProperties = (...properties: Parameters<typeof fill>): Row[1] =>
  odcs(`"schema":[{"name":"t","properties":[${fill(...properties)}]}]`);

const event = (outputs: string) =>
  `{"eventType":"COMPLETE","eventTime":"2026-01-01T00:00:00Z","run":{"runId":"r"},"job":{"namespace":"a","name":"b"},"outputs":[${outputs}]}`;
const datasetEvent = (facets: string) =>
  `{"eventTime":"2026-01-01T00:00:00Z","dataset":{"namespace":"a","name":"b","facets":${facets}}}`;
const wrongTable = (schema: string) => (at: number) =>
  `{"name":"w${at}","databaseSchema":"${schema}","columns":[{"name":"a","dataType":"NONE"}]}`;

const junit = (body: string): WorstRequest => ({
  method: 'PUT',
  path: '/api/v1/dataContracts/results/reports?from=junit&contract=a.b.c.d.dataContract_e',
  headers: { 'content-type': 'application/xml' },
  body,
});

const csv = (schema: string, cells: string): WorstRequest => ({
  method: 'PUT',
  path: `/api/v1/databaseSchemas/name/${schema}/import?dryRun=true`,
  headers: { 'content-type': 'text/csv' },
  body: `databaseSchema,table,displayName,description,tags\r\n${schema},orders${cells}\r\n`,
});

/** A topic with the text of a schema, which is read for its fields. */
const topic =
  (schemaType: string, text: () => string): Row[1] =>
  ({ number }) => {
    const messageSchema = { schemaType, schemaText: text() };
    return put('/topics', JSON.stringify({ name: `topic${number}`, service: 'broker', partitions: 1, messageSchema }));
  };
/** As long as a text may be to be read. */
const TEXT = 128 * 1024 - 100;
const joined = (piece: (at: number) => string): string => fill(piece, TEXT, Infinity, '');

/** An object of a hundred members, named by numbers from there on. */
const namedBy = (first: number) => `{${fill((at) => `"m${first + at}":1`, Infinity, 100)}}`;

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
  [
    'a topic of a message of 9,000 fields',
    topic('Protobuf', () => `message A{${joined((at) => `int32 f${at}=${at + 1};`)}}`),
  ],
  [
    'a topic of messages that use the next one twice',
    topic('Protobuf', () => joined((at) => `message F${at}{F${at + 1} a=1;F${at + 1} b=2;}`)),
  ],
  [
    'a topic of objects that use the next one twice',
    topic('JSON', () => {
      const next = (at: number) => `{"$ref":"#/$defs/${at + 1}"}`;
      const object = (at: number) => `"${at}":{"properties":{"a":${next(at)},"b":${next(at)}}}`;
      return `{"$ref":"#/$defs/0","$defs":{${fill(object, TEXT)}}}`;
    }),
  ],
  ['a topic of 10 MiB of a text', topic('Avro', () => `"${'x'.repeat(9 * MIB)}"`)],
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
  ...[4 * MIB, 10 * MIB].map((bytes): Row => [
    `an asset of ${bytes / MIB} MiB of deep values to try a rule on`,
    () => ({
      method: 'POST',
      path: '/api/v1/dataContracts/rules/evaluate',
      headers: JSON_TYPE,
      body: `{"rule":{"!!":{"var":"b"}},"asset":{"a":[${fill('{"!":'.repeat(26) + '{"var":""}' + '}'.repeat(26), bytes - 400)}]}}`,
    }),
  ]),
  [
    '100,000 wrong tables of an import',
    ({ schema }) => put('/tables/import', `{"tables":[${fill(wrongTable(schema), Infinity, 100_000)}]}`),
  ],
  ['CSV: a cell of 8 MB of quotes', ({ schema }) => csv(schema, `,"${'""'.repeat(3_990_000)}",,`)],
  ['CSV: a list of 8 MB of empty tags', ({ schema }) => csv(schema, `,,,"${';'.repeat(7_980_000)}"`)],
  [
    'joins of a table with 130,000 others',
    ({ tableId }) => {
      const joined = (at: number) => `{"fullyQualifiedName":"a.b.c.t${at}.d","joinCount":1}`;
      const column = (at: number) => `{"columnName":"c${at}","joinedWith":[${fill(joined, Infinity, 130)}]}`;
      return put(
        `/tables/${tableId}/joins`,
        `{"startDate":"2026-01-01","dayCount":1,"columnJoins":[${fill(column, Infinity, 1_000)}]}`,
      );
    },
  ],
  [
    'ODCS: 9,000 rules of one name',
    odcsProperties((at) => `{"name":"c${at}","quality":[{"type":"text","description":"d"}]}`, Infinity, 9_000),
  ],
  [
    'ODCS: 9,000 columns with members that the standard does not know',
    odcsProperties((at) => `{"name":"c${at}","odd":1,"isNullable":true}`, Infinity, 9_000),
  ],
  [
    'ODCS: 10 MiB of columns with a member that the standard does not know',
    odcsProperties((at) => `{"name":"c${at}","x":1}`, 10 * MIB - 400),
  ],
  ['ODCS: 45,000 members that the standard does not know', odcs(fill((at) => `"key${at}":1`, Infinity, 45_000))],
  [
    'ODCS: 19,000 rules that stand for test cases',
    odcs(
      `"schema":[{"name":"t","quality":[${fill((at) => `{"type":"sql","query":"q","mustBe":${at}}`, Infinity, 19_000)}]}]`,
    ),
  ],
  [
    'ODCS: 60,000 custom properties',
    odcs(`"customProperties":[${fill((at) => `{"property":"p${at}","value":1}`, Infinity, 60_000)}]`),
  ],
  ...['', '/yaml'].map((path): Row => [
    `ODCS: an export of 9,000 columns and 7,000 rules ${path}`,
    () => ({ method: 'GET', path: `/api/v1/dataContracts/name/${WIDE_CONTRACT}/odcs${path}`, headers: {} }),
  ]),
  ['a report of one element with 9 MB of attributes', () => junit(`<testsuite ${'abcdefgh="1" '.repeat(700_000)}/>`)],
  [
    'a report of 9 MB of entities',
    () => junit(`<testsuite><testcase name="a"><failure>${'&amp;'.repeat(1_800_000)}</failure></testcase></testsuite>`),
  ],
  [
    'a report of 100,000 failed test cases',
    () => junit(`<testsuite>${'<testcase name="a"><failure message="b"/></testcase>'.repeat(100_000)}</testsuite>`),
  ],
  ['a report of 250,000 suites', () => junit(`<testsuites>${'<testsuite time="1"/>'.repeat(250_000)}</testsuites>`)],
  ['a report of 9 MB of open comments', () => junit('<!--'.repeat(2_300_000))],
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
  [
    '300,000 names of members in a bulk, each met once',
    () => put('/tables/bulk', `{"entities":[${fill((at) => namedBy(at * 100), 14 * MIB, 2_900)}]}`),
  ],
  [
    '62 MiB of names of members in a bulk, each met once',
    () => put('/tables/bulk', `{"entities":[${fill((at) => namedBy(at * 100), 62 * MIB)}]}`),
  ],
  [
    'texts of 62 MiB of which one has an arrow',
    () => put('/tables/bulk', `{"entities":["→",${fill(`"${'a'.repeat(4_000_000)}"`, 62 * MIB)}]}`),
  ],
  [
    '62 MiB of lines of short objects with names of their own',
    () => ({
      ...put(
        '/dataContracts/results/bulk',
        fill((at) => namedBy(at * 100), 62 * MIB, 9_999, '\n'),
      ),
      headers: { 'content-type': 'application/x-ndjson' },
    }),
  ],
  ['62 MiB of empty edges in a bulk', () => put('/lineage/bulk', `{"edges":[${fill('{}', 62 * MIB)}]}`)],
];
