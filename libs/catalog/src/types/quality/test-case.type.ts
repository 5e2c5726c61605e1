import {
  answered,
  array,
  base,
  boolean,
  byRequest,
  code,
  computed,
  defineEntityType,
  many,
  one,
  oneOf,
  openObject,
  part,
  readOnly,
  text,
} from '../../definition/build';
import { QUALITY_DIMENSIONS, TEST_PLATFORMS } from '../../definition/closed-lists';
import type { Reference } from '../../definition/entity-document';
import { entityLink } from './entity-link';

/** FQN of the tested table or column: the test case's own FQN without its last part, the name. */
const ENTITY_FQN = `left(e.fqn, -1 - length(case when strpos(e.name, '.') > 0 then '"' || e.name || '"' else e.name end))`;

/** The link is computed from its target, so that it follows renames. `s` is the table. */
const ENTITY_LINK = `'<#E::table::' || s.fqn ||
  case when length(${ENTITY_FQN}) > length(s.fqn) then '::columns::' || substr(${ENTITY_FQN}, length(s.fqn) + 2) else '' end || '>'`;

const NEWEST_RESULT = `(select r.* from test_case_result r where r.test_case = e.node order by r.timestamp desc limit 1) n`;

/** Whether its test definition, the row `d`, meets a condition. */
const byDefinition = (condition: string): string => `exists (
  select from entity_reference r join entity d on d.node = r.to_node
   where r.from_node = e.node and r.relation = 'testDefinition' and ${condition})`;

const OF_COLUMN = `length(${ENTITY_FQN}) > length(s.fqn)`;

/** Node of the table of this name. Asked for alone, it is read once by the index of FQNs, and its tests by that of their parent. */
const tableNamed = (fqn: string): string =>
  `select x.node from entity x where x.type = 'table' and md5(x.fqn)::uuid = md5(${fqn})::uuid and x.fqn = ${fqn}`;

/** Nodes of the tables that an FQN, of a table or of a column, may begin with: the whole text, or what precedes one of its dots. */
const TABLES_OF_FQN = `select t.node from generate_series(1, length($::text)) at (n)
  cross join lateral (${tableNamed(`left($::text, at.n)`)}) t where substr($::text, at.n + 1, 1) in ('', '.')`;

/** The newest result, with the members that it was sent with. */
const NEWEST = answered(
  {
    timestamp: { type: 'integer', description: 'Epoch milliseconds' },
    testCaseStatus: oneOf('Success', 'Failed', 'Aborted', 'Queued'),
    result: text,
    incidentId: text,
  },
  ['timestamp', 'testCaseStatus'],
);

export const testCaseType = defineEntityType({
  type: 'testCase',
  collection: 'dataQuality/testCases',
  description: 'One test of a table or of one of its columns. Each result is whether the expectation was met.',
  parents: [{ property: 'entityLink', types: ['table'], required: true, link: entityLink }],
  obstacle: false,
  attributes: {
    parameterValues: base(array(part('TestCaseParameterValue'))),
    computePassedFailedRowCount: byRequest(boolean),
    useDynamicAssertion: byRequest(boolean),
    dimensionColumns: byRequest(array(text)),
    inspectionQuery: byRequest(code),
    testCaseResult: computed(
      NEWEST,
      `(select n.body || jsonb_build_object('timestamp', n.timestamp, 'testCaseStatus', n.status)
          || case when n.incident is null then '{}' else jsonb_build_object('incidentId', n.incident) end from ${NEWEST_RESULT})`,
    ),
    testCaseStatus: computed(text, `(select to_jsonb(n.status) from ${NEWEST_RESULT})`),
    incidentId: computed(
      text,
      `(select to_jsonb(i.incident) from test_case_incident i
         where i.test_case = e.node and i.is_latest and i.status <> 'Resolved')`,
    ),
    failedRowsSample: readOnly(byRequest(openObject)),
  },
  relations: {
    testDefinition: { ...one('testDefinition'), shown: 'base' },
    testSuite: { ...one('testSuite'), shown: 'base', readOnly: true },
    testSuites: { ...many('testSuite'), readOnly: true },
  },
  compatible: {
    without: ['dataProducts', 'extension', 'lifeCycle'],
    members: {
      // They are test suites there, not references: without a type.
      testSuites: (suites: readonly Reference[]) => suites.map(({ type: _type, ...suite }) => suite),
    },
  },
  required: ['testDefinition'],
  side: {
    join: 'join entity s on s.node = e.parent',
    properties: { entityLink: `to_json(${ENTITY_LINK})::text`, entityFQN: `to_json(${ENTITY_FQN})::text` },
    schemas: { entityLink: text, entityFQN: text },
  },
  filters: {
    entityLink: {
      condition: `e.parent = (${tableNamed(`split_part(btrim($::text, '<>'), '::', 3)`)}) and (strpos($::text, '::columns::') = 0 or ${ENTITY_LINK} = $::text)`,
      description: 'Only those of this table (its columns included) or of this column, named by a link.',
    },
    testSuiteId: {
      condition: `e.node in (select r.from_node from entity_reference r
        where r.relation = 'testSuites' and r.to_node = (select x.node from entity x where x.id = $::uuid))`,
      description: 'Only those of this test suite, named by id.',
      idOf: ['testSuite'],
    },
    entityFQN: {
      condition: `e.parent = any(array(${TABLES_OF_FQN})) and (${ENTITY_FQN} = $::text or s.fqn = $::text)`,
      description: 'Only those of this table (its columns included) or of this column, named by its FQN.',
    },
    columnName: {
      condition: `${OF_COLUMN} and substr(${ENTITY_FQN}, length(s.fqn) + 2) in ($::text, '"' || $::text || '"')`,
      description: 'Only those of a column of this name; one that is nested is named by its path.',
    },
    testCaseType: {
      condition: `($::text = 'all' or ($::text = 'column') = (${OF_COLUMN}))`,
      description: 'Filters by target: test cases of columns, or test cases of tables.',
      words: ['column', 'table', 'all'],
    },
    testCaseStatus: {
      condition: `(select r.status from test_case_result r where r.test_case = e.node order by r.timestamp desc limit 1) = $::text`,
      description: 'Only those whose newest result is of this kind.',
      words: ['Success', 'Failed', 'Aborted', 'Queued'],
    },
    testPlatforms: {
      condition: byDefinition(`d.body -> 'testPlatforms' ? $::text`),
      description: 'Only those that this platform runs.',
      words: TEST_PLATFORMS,
    },
    dataQualityDimension: {
      condition: byDefinition(`coalesce(d.body ->> 'dataQualityDimension', 'NoDimension') = $::text`),
      description: 'Filters by the data quality dimension.',
      words: QUALITY_DIMENSIONS,
    },
    createdBy: {
      condition: `coalesce((select v.document ->> 'updatedBy' from entity_version v where v.node = e.node and v.version = 1), e.updated_by)
        = $::text`,
      description: 'Only those that the user of this name created.',
      nameOf: ['user'],
    },
    includeAllTests: {
      condition: `$::text is not null`,
      description:
        'Accepted for compatibility with clients that send it: tests of columns are always among those of their table; `testCaseType=table` leaves them out.',
      words: ['true', 'false'],
    },
  },
  search: { index: 'test_case_search_index', inAll: false },
  example: {
    name: 'order_id_is_unique',
    entityLink: '<#E::table::shop_postgres.shop.public.orders::columns::order_id>',
    testDefinition: 'columnValuesToBeUnique',
    description: 'No order comes twice',
  },
});
