import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../support/eventually';
import { ELASTICSEARCH, SearchWorld } from './search-world';

const FOUND_WITHIN_MS = 1_000;

const patch = (path: string, value: unknown) => [{ op: 'add', path, value }];
const COLUMNS = [{ name: 'id', dataType: 'BIGINT' }];

/** Every test has a service, and so names and FQNs, of its own. */
describe('what is written is found by the next search', () => {
  let world: SearchWorld;
  let last = 0;

  beforeAll(async () => {
    world = await SearchWorld.start();
  });
  afterAll(() => world?.stop());

  const must = <Body = { id: string }>(method: string, path: string, body?: unknown): Promise<Body> =>
    world.client.must<Body>(method, path, body);
  const found = (q: string, more: object = {}): Promise<string[]> =>
    world.names({ q, index: 'table', sort_field: 'name', sort_order: 'asc', ...more });

  async function place(): Promise<{ service: string; schema: string }> {
    const service = `fresh${++last}`;
    await must('POST', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
    await must('POST', '/databases', { name: 'db', service });
    await must('POST', '/databaseSchemas', { name: 'pub', database: `${service}.db` });
    return { service, schema: `${service}.db.pub` };
  }

  const table = (schema: string, name: string, more: object = {}): Promise<{ id: string }> =>
    must('POST', '/tables', { name, databaseSchema: schema, columns: COLUMNS, ...more });

  it('a new, a changed, a renamed table', async () => {
    const { schema } = await place();
    const { id } = await table(schema, 'herons', { description: 'grey birds' });
    expect(await found('herons')).toEqual(['herons']);
    await must('PATCH', `/tables/${id}`, patch('/description', 'white birds'));
    expect([await found('+white +birds'), await found('+grey +birds')]).toEqual([['herons'], []]);
    await must('PATCH', `/tables/${id}`, patch('/name', 'egrets'));
    expect([await found('+egrets'), await found('+herons')]).toEqual([['egrets'], []]);
  });

  it('a deleted, a restored, a removed table; alone and with its schema', async () => {
    const { schema } = await place();
    const { id } = await table(schema, 'lapwings');
    await must('DELETE', `/tables/${id}`);
    expect([await found('lapwings'), await found('lapwings', { deleted: true })]).toEqual([[], ['lapwings']]);
    await must('PUT', '/tables/restore', { id });
    expect(await found('lapwings')).toEqual(['lapwings']);
    const { id: above } = await must('GET', `/databaseSchemas/name/${schema}`);
    await must('DELETE', `/databaseSchemas/${above}?recursive=true`);
    expect(await found('lapwings')).toEqual([]);
    await must('PUT', '/databaseSchemas/restore', { id: above });
    expect(await found('lapwings')).toEqual(['lapwings']);
    await must('DELETE', `/databaseSchemas/${above}?recursive=true&hardDelete=true`);
    expect(await found('lapwings', { deleted: true })).toEqual([]);
  });

  it('a renamed service reaches all below it', async () => {
    const { service, schema } = await place();
    await table(schema, 'plovers');
    const { id } = await must('GET', `/services/databaseServices/name/${service}`);
    await must('PATCH', `/services/databaseServices/${id}`, patch('/name', `${service}_moved`));
    expect(await found(`service.name:${service}_moved`)).toEqual(['plovers']);
    expect(await found(`service.name:${service}`)).toEqual([]);
    expect(await found(`fullyQualifiedName:${service}_moved.db.pub.plovers`)).toEqual(['plovers']);
  });

  it('owners: own, inherited, renamed, taken away', async () => {
    const { schema } = await place();
    const team = await must('POST', '/teams', { name: `crew${last}`, teamType: 'Group' });
    const { id } = await must('GET', `/databaseSchemas/name/${schema}`);
    const { id: own } = await table(schema, 'terns');
    await must('PATCH', `/databaseSchemas/${id}`, patch('/owners', [{ id: team.id, type: 'team' }]));
    expect(await found(`owners.name:crew${last}`)).toEqual(['terns']);
    await must('PATCH', `/teams/${team.id}`, patch('/name', `guild${last}`));
    expect([await found(`owners.name:guild${last}`), await found(`owners.name:crew${last}`)]).toEqual([['terns'], []]);
    const user = await must('POST', '/users', { name: `wren${last}`, email: `wren${last}@example.org` });
    await must('PATCH', `/tables/${own}`, patch('/owners', [{ id: user.id, type: 'user' }]));
    expect(await found(`owners.name:guild${last}`)).toEqual([]);
    await must('DELETE', `/users/${user.id}?hardDelete=true`);
    expect(await found(`owners.name:guild${last}`)).toEqual(['terns']);
  });

  it('domains, also of the database, and their new names; data products', async () => {
    const { service, schema } = await place();
    await table(schema, 'avocets');
    const domain = await must('POST', '/domains', { name: `shore${last}`, domainType: 'Aggregate', description: 'd' });
    const { id } = await must('GET', `/databases/name/${service}.db`);
    await must('PATCH', `/databases/${id}`, patch('/domains', [{ id: domain.id, type: 'domain' }]));
    expect(await found(`domains.name:shore${last}`)).toEqual(['avocets']);
    await must('PATCH', `/domains/${domain.id}`, patch('/name', `coast${last}`));
    expect([await found(`domains.name:coast${last}`), await found(`domains.name:shore${last}`)]).toEqual([
      ['avocets'],
      [],
    ]);
    const product = { name: `tides${last}`, domains: [`coast${last}`], description: 'd' };
    await must('POST', '/dataProducts', product);
    const { id: asset } = await must('GET', `/tables/name/${schema}.avocets`);
    await must('PUT', `/dataProducts/tides${last}/assets/add`, { assets: [{ id: asset, type: 'table' }] });
    expect(await found(`dataProducts.name:tides${last}`)).toEqual(['avocets']);
  });

  it('tags of tables and columns, and their new names', async () => {
    const { schema } = await place();
    await must('POST', '/classifications', { name: `Kind${last}`, description: 'k' });
    const tag = await must('POST', '/tags', { name: 'Shy', classification: `Kind${last}`, description: 's' });
    const label = [{ tagFQN: `Kind${last}.Shy`, source: 'Classification' }];
    const columns = [{ name: 'nest', dataType: 'INT', tags: label }];
    await table(schema, 'curlews', { tags: label, columns });
    await table(schema, 'dunlins', { columns });
    expect(await found(`tags.tagFQN:Kind${last}.Shy`)).toEqual(['curlews']);
    expect(await found(`columns.tags:Kind${last}.Shy`)).toEqual(['curlews', 'dunlins']);
    await must('PATCH', `/tags/${tag.id}`, patch('/name', 'Bold'));
    expect(await found(`tags.tagFQN:Kind${last}.Bold`)).toEqual(['curlews']);
    expect(await found(`columns.tags:Kind${last}.Shy`)).toEqual([]);
  });

  it('the contract of a table, its status and its newest result, of the table and of itself', async () => {
    const { schema } = await place();
    const { id } = await table(schema, 'ruffs');
    const entity = { id, type: 'table' };
    const contract = await must('POST', '/dataContracts', { name: `reeve${last}`, entity });
    expect(await found(`contract.name:reeve${last} AND contract.entityStatus:Draft`)).toEqual(['ruffs']);
    await must('PATCH', `/dataContracts/${contract.id}`, patch('/entityStatus', 'Active'));
    expect(await found(`+contract.name:reeve${last} +contract.entityStatus:Active`)).toEqual(['ruffs']);
    const result = { timestamp: 1_763_000_000_000, contractExecutionStatus: 'Failed' };
    await must('PUT', `/dataContracts/${contract.id}/results`, result);
    expect(await found(`+contract.name:reeve${last} +contract.latestStatus:Failed`)).toEqual(['ruffs']);
    const itself = `+contract.name:reeve${last} +contract.latestStatus:Failed`;
    expect(await found(itself, { index: 'dataContract' })).toEqual([`reeve${last}`]);
    await must('DELETE', `/dataContracts/${contract.id}`);
    expect(await found(`contract.name:reeve${last}`)).toEqual([]);
  });

  it('a validation run, whose worker writes the result', async () => {
    const { schema } = await place();
    const { id } = await table(schema, 'knots');
    const rule = { name: 'is described', rule: { '!!': [{ var: 'description' }] } };
    const entity = { id, type: 'table' };
    const contract = await must('POST', '/dataContracts', { name: `flock${last}`, entity, semantics: [rule] });
    await must('POST', `/dataContracts/${contract.id}/validate`);
    expect(await found(`+contract.name:flock${last} +contract.latestStatus:Failed`)).toEqual(['knots']);
  });

  it('votes and followers', async () => {
    const { schema } = await place();
    const [liked] = [await table(schema, 'stilts'), await table(schema, 'snipes')];
    await must('PUT', `/tables/${liked.id}/vote`, { updatedVoteType: 'votedUp' });
    const byVotes = { q: `fullyQualifiedName:"${schema}"`, index: 'table', sort_field: 'totalVotes' };
    expect(await world.names(byVotes)).toEqual(['stilts', 'snipes']);
    const { id } = await must('GET', '/users/name/admin');
    await must('PUT', `/tables/${liked.id}/followers`, JSON.stringify(id));
    expect(await found(`+followers:"${id}" +fullyQualifiedName:"${schema}"`)).toEqual(['stilts']);
  });

  it('tables in bulk, more than one transaction writes at once', async () => {
    const { schema } = await place();
    const names = Array.from({ length: 1_000 }, (_, i) => `godwit_${i}`);
    await must('PUT', '/tables/bulk', {
      entities: names.map((name) => ({ name, databaseSchema: schema, columns: COLUMNS })),
    });
    const total = async () => {
      await world.settle();
      return (await world.find({ q: 'godwit', size: 0 })).hits.total;
    };
    // On Elasticsearch a write waits five seconds for the index at most, which a busy machine may need more than once.
    const all = { value: 1_000, relation: 'eq' };
    expect(ELASTICSEARCH ? await eventually(total, (found) => isDeepStrictEqual(found, all)) : await total()).toEqual(
      all,
    );
  });

  it('within a second, by searches that do not wait for it', async () => {
    const { schema } = await place();
    const took: number[] = [];
    for (let i = 0; i < 5; i++) {
      await table(schema, `whimbrel${i}`);
      const start = performance.now();
      while ((await world.find({ q: `name:whimbrel${i}`, size: 0 })).hits.total?.value !== 1) await delay(10);
      took.push(performance.now() - start);
    }
    // One of them may meet a machine that is busy elsewhere.
    expect(took.sort((a, b) => a - b)[2]).toBeLessThan(FOUND_WITHIN_MS);
  });

  it('charts and their descriptions on the dashboard that shows them', async () => {
    const service = `boards${++last}`;
    await must('POST', '/services/dashboardServices', { name: service, serviceType: 'Superset' });
    const chart = await must('POST', '/charts', { name: 'wingspan', service });
    await must('POST', '/dashboards', { name: 'birds', service, charts: [`${service}.wingspan`] });
    expect(await world.names({ q: 'children.name:wingspan', index: 'dashboard' })).toEqual(['birds']);
    await must('PATCH', `/charts/${chart.id}`, patch('/description', 'from tip to tip'));
    expect(await world.names({ q: '"tip to tip"', index: 'dashboard' })).toEqual(['birds']);
  });
});
