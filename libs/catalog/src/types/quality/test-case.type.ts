import {
  array,
  base,
  boolean,
  byRequest,
  code,
  computed,
  defineEntityType,
  many,
  one,
  openObject,
  part,
  readOnly,
  text,
} from '../../definition/build';
import { QUALITY_DIMENSIONS, TEST_PLATFORMS } from '../../schema/closed-lists';
import type { Reference } from '../../read/relation.repository';
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

export const testCaseType = defineEntityType({
  type: 'testCase',
  collection: 'dataQuality/testCases',
  description: 'One test of a table or of a column of it. Its results say whether the expectation held.',
  parents: [{ property: 'entityLink', types: ['table'], required: true, link: entityLink }],
  obstacle: false,
  attributes: {
    parameterValues: base(array(part('TestCaseParameterValue'))),
    computePassedFailedRowCount: byRequest(boolean),
    useDynamicAssertion: byRequest(boolean),
    dimensionColumns: byRequest(array(text)),
    inspectionQuery: byRequest(code),
    testCaseResult: computed(
      openObject,
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
  },
  filters: {
    entityLink: {
      condition: `s.fqn = split_part(btrim($::text, '<>'), '::', 3) and (strpos($::text, '::columns::') = 0 or ${ENTITY_LINK} = $::text)`,
      description: 'Only those of this table (its columns included) or of this column, named by a link.',
    },
    testSuiteId: {
      condition: `e.node in (select r.from_node from entity_reference r
        where r.relation = 'testSuites' and r.to_node = (select x.node from entity x where x.id = $::uuid))`,
      description: 'Only those of this test suite, named by id.',
      idOf: ['testSuite'],
    },
    entityFQN: {
      condition: `(${ENTITY_FQN} = $::text or s.fqn = $::text)`,
      description: 'Only those of this table (its columns included) or of this column, named by its FQN.',
    },
    columnName: {
      condition: `${OF_COLUMN} and substr(${ENTITY_FQN}, length(s.fqn) + 2) in ($::text, '"' || $::text || '"')`,
      description: 'Only those of a column of this name; one that is nested is named by its path.',
    },
    testCaseType: {
      condition: `($::text = 'all' or ($::text = 'column') = (${OF_COLUMN}))`,
      description: 'Only those of columns, or only those of tables themselves.',
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
      description: 'Only those that say this of data.',
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
        'Taken from clients that send it: tests of columns are always among those of their table; `testCaseType=table` leaves them out.',
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
