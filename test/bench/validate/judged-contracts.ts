import type { RestClient } from '../../support/rest-client';
import { seedContracts } from '../contract-read/dataset';
import { makeModel, SCHEMA_FQN } from '../contract-read/model-contract';
import { leaveOutOfSearch, withClient } from '../stack/with-stack';

/** What each contract is judged by: columns and rules of the model, and test cases that all share. */
export const JUDGED = { columns: 20, rules: 5, tests: 10 };

/** What a validation of each of them comes to, since some rules fail; so did the one before. */
export const OUTCOME = 'PartialSuccess';

const TABLE = `${SCHEMA_FQN}.model`;
const CONTRACT = `${TABLE}.dataContract_model`;
const CASES = '/dataQuality/testCases';

interface Named {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

/** Contracts with 20 columns, 5 rules, an SLA and, the first `tested` of them, references to 10 test cases with results. */
export async function makeJudgedContracts(
  client: RestClient,
  url: string,
  { count, tested }: { readonly count: number; readonly tested: number },
): Promise<void> {
  await makeModel(client);
  const definition = { name: 'bench_check', entityType: 'TABLE', testPlatforms: ['Other'] };
  const { fullyQualifiedName: testDefinition } = await client.must<Named>(
    'POST',
    '/dataQuality/testDefinitions',
    definition,
  );
  const references: { id: string; type: string }[] = [];
  for (let n = 1; n <= JUDGED.tests; n++) {
    const body = { name: `case_${n}`, entityLink: `<#E::table::${TABLE}>`, testDefinition };
    const { id, fullyQualifiedName } = await client.must<Named>('POST', CASES, body);
    const path = `${CASES}/${encodeURIComponent(fullyQualifiedName)}/testCaseResult`;
    await client.must('PUT', path, { timestamp: 1_767_225_600_000, testCaseStatus: 'Success' });
    references.push({ id, type: 'testCase' });
  }
  const model = await client.must<Named>('GET', `/dataContracts/name/${encodeURIComponent(CONTRACT)}`);
  const operations = [{ op: 'add', path: '/qualityExpectations', value: references }];
  await client.must('PATCH', `/dataContracts/${model.id}`, operations);
  await seedContracts(url, count, OUTCOME);
  await refer(url, model.id, tested);
  await leaveOutOfSearch(url);
}

async function refer(url: string, model: string, tested: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(REFER, [model, tested]);
    await client.query('analyze entity_reference');
  });
}

const REFER = `
  insert into entity_reference (from_node, relation, to_node, position)
  select c.node, r.relation, r.to_node, r.position
    from entity m join entity_reference r on r.from_node = m.node and r.relation = 'qualityExpectations',
         generate_series(1, $2::int) n join entity c on c.id = md5('bench-contract-' || n)::uuid
   where m.id = $1`;
