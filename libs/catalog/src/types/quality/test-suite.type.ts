import {
  byRequest,
  defineEntityType,
  inverse,
  one,
  openObject,
  part,
  readOnly,
  array,
  text,
} from '../../definition/build';

/**
 * Test cases that run together: those of one table (a basic suite, a child of its table, created with the first test case), or an
 * arbitrary selection.
 */
export const testSuiteType = defineEntityType({
  type: 'testSuite',
  collection: 'dataQuality/testSuites',
  description: 'Test cases that are run together: those of one table, or a choice of them.',
  parents: [
    { property: 'executableEntityReference', types: ['table'], required: false },
    { property: 'basicEntityReference', types: ['table'], required: false },
  ],
  ancestors: [{ property: 'basicEntityReference', at: 'parent', types: ['table'] }],
  obstacle: false,
  attributes: {
    ingestionRunner: byRequest(part('EntityReference')),
    connection: readOnly(byRequest(openObject)),
    testConnectionResult: readOnly(byRequest(openObject)),
    pipelines: readOnly(byRequest(array(part('EntityReference')))),
    serviceType: readOnly(byRequest(text)),
    summary: readOnly(byRequest(openObject)),
    testCaseResultSummary: readOnly(byRequest(array(openObject))),
  },
  relations: {
    dataContract: one('dataContract'),
    tests: { ...inverse('testSuites', 'testCase'), readOnly: true, large: true },
  },
  compatible: { without: ['dataProducts', 'followers', 'extension', 'lifeCycle'] },
  side: {
    join: '',
    properties: { basic: `(e.parent is not null)::text`, executable: `(e.parent is not null)::text` },
    madeOf: { rows: [], naming: [] },
  },
  filters: {
    testSuiteType: {
      condition: `(e.parent is null) = ($::text = 'logical')`,
      description:
        'Filters by kind: suites of tables (`basic`, or its synonym `executable`), or suites of selected test cases (`logical`).',
      words: ['basic', 'executable', 'logical'],
    },
    includeEmptyTestSuites: {
      condition: `($::boolean or exists (select from entity_reference r where r.to_node = e.node and r.relation = 'testSuites'))`,
      description: 'false: only those that have test cases.',
      words: ['true', 'false'],
    },
  },
  search: { index: 'test_suite_search_index', inAll: false },
  example: { name: 'shop_checks', description: 'What has to hold before the shop opens' },
});
