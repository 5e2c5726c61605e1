import { migrateDatabase } from '@app/database';
import { schemaOf } from '../database/schema-snapshot';
import { ContractWorld } from '../runs/support/contract-world';
import { IncidentResults } from './incident-results';

/** What the migration brings. */
const BROUGHT = [
  'drop table incident_input',
  'drop function note_verdicts(bigint[], contract_result_count[], bigint[])',
  `delete from migration where name like 'IncidentInput%'`,
];

describe('a database of the build before incidents had input', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());

  it('has what they need, and its open incidents go on', async () => {
    const results = new IncidentResults(world);
    const contract = await results.watched(2);
    await results.store(contract, [[1, 'Failed']]);
    await results.follow();
    const idOf = async (): Promise<object[]> =>
      world.database.query('select id, place, opened_at from contract_incident where contract = $1', [contract.node]);
    const before = await idOf();
    const schema = await schemaOf(world.url);
    for (const text of BROUGHT) await world.database.query(text);
    expect(await schemaOf(world.url)).not.toEqual(schema);
    expect(await migrateDatabase(world.url)).toEqual(['IncidentInput0000000000021']);
    expect(await schemaOf(world.url)).toEqual(schema);
    await results.store(contract, [
      [2, 'Success'],
      [3, 'Success'],
    ]);
    expect(await results.incidents(contract)).toEqual([
      { openedAt: 1, failures: 1, goodRuns: 2, last: [3, 'Success'], resolvedAt: 3 },
    ]);
    expect(await idOf()).toEqual(before);
  });
});
