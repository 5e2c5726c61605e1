import { PUSHED_SHAPES } from '../../support/pushed-shapes';
import type { RestClient } from '../../support/rest-client';
import { chanceOf, tablesOf, type TableGraph } from './table-graph';

const BULK = 1_000;
const AT_ONCE = 3;
const DAY_MS = 86_400_000;
const TYPES = ['BIGINT', 'VARCHAR', 'DECIMAL', 'TIMESTAMP', 'BOOLEAN', 'JSON'];

export interface FilledContract {
  readonly id: string;
  /** Name of its table. */
  readonly table: string;
  readonly fullyQualifiedName: string;
  /** Of its newest result. */
  readonly shape: string;
}

export interface FilledGraph {
  readonly schema: string;
  readonly contracts: readonly FilledContract[];
  /** Name of a table that has none. */
  readonly withoutContract: string;
}

/** Writes the tables with their lineage, contracts on every fourth or so of them, and results of every shape over thirty days. */
export async function fillGraph(client: RestClient, graph: TableGraph): Promise<FilledGraph> {
  const service = `${graph.name}_warehouse`;
  await client.must('PUT', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
  await client.must('PUT', '/databases', { name: 'analytics', service });
  await client.must('PUT', '/databaseSchemas', { name: 'models', database: `${service}.analytics` });
  const schema = `${service}.analytics.models`;
  const tables = tablesOf(graph);
  await inBulk(tables, (some) =>
    client.must(
      'PUT',
      '/tables/bulk',
      some.map((name) => ({ name, databaseSchema: schema, columns: columnsOf(name) })),
    ),
  );
  const end = (name: string) => ({ type: 'table', fullyQualifiedName: `${schema}.${name}` });
  await inBulk(graph.edges, (some) =>
    client.must('PUT', '/lineage/bulk', {
      edges: some.map(([from, to]) => ({ fromEntity: end(from), toEntity: end(to) })),
    }),
  );
  const withContract = spread(tables, graph.contracts);
  const contracts = await makeContracts(client, schema, withContract);
  await pushResults(client, contracts, graph.results);
  await client.get('/search/query?q=orders&refresh=true');
  const withoutContract = tables.find((table) => !withContract.includes(table)) as string;
  return { schema, contracts, withoutContract };
}

const columnsOf = (table: string): object[] =>
  Array.from({ length: 2 + (table.length % 7) }, (_, at) => ({
    name: at === 0 ? 'id' : `value_${at}`,
    dataType: TYPES[at % TYPES.length],
    ...(TYPES[at % TYPES.length] === 'VARCHAR' && { dataLength: 80 }),
  }));

async function makeContracts(client: RestClient, schema: string, tables: readonly string[]): Promise<FilledContract[]> {
  const shapes = Object.keys(PUSHED_SHAPES);
  const made: FilledContract[] = [];
  for (let at = 0; at < tables.length; at += AT_ONCE) {
    const some = tables.slice(at, at + AT_ONCE).map(async (name, place) => {
      const body = {
        name: `${name}_contract`,
        entity: { type: 'table', fullyQualifiedName: `${schema}.${name}` },
        schema: [{ name: 'id', dataType: 'BIGINT' }],
        semantics: [{ name: 'has an owner', description: 'Somebody answers', rule: { '!!': [{ var: 'owners' }] } }],
        sla: { refreshFrequency: 'P1D', maxLatency: 'PT4H', availability: 99 },
        entityStatus: 'Active',
      };
      const contract = await client.must<Pick<FilledContract, 'id' | 'fullyQualifiedName'>>(
        'POST',
        '/dataContracts',
        body,
      );
      return { ...contract, table: name, shape: shapes[(at + place) % shapes.length] as string };
    });
    made.push(...(await Promise.all(some)));
  }
  return made;
}

async function pushResults(client: RestClient, contracts: readonly FilledContract[], count: number): Promise<void> {
  const chance = chanceOf(7);
  const shapes = Object.values(PUSHED_SHAPES);
  const now = Date.now();
  const results = Array.from({ length: count }, (_, at) => {
    const { id, shape } = contracts[at % contracts.length] as FilledContract;
    const round = Math.floor(at / contracts.length);
    const body = round === 0 ? PUSHED_SHAPES[shape] : shapes[Math.floor(chance() * shapes.length)];
    return { contractId: id, timestamp: Math.floor(now - round * DAY_MS * (0.6 + chance() / 2) - 60_000), ...body };
  });
  await inBulk(results, (some) => client.must('PUT', '/dataContracts/results/bulk', { results: some }));
}

async function inBulk<Item>(all: readonly Item[], send: (some: Item[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += BULK) await send(all.slice(at, at + BULK));
}

/** So many of them, evenly. */
function spread<Item>(all: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as Item);
}
