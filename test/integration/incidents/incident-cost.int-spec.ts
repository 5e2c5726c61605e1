import { Database, query, type Transaction } from '@app/database';
import { Causes } from '../../../libs/incidents/src/contracts/causes/causes';
import { CauseGraphRepository } from '../../../libs/incidents/src/contracts/causes/cause-graph.repository';
import { IncidentFollower } from '../../../libs/incidents/src/contracts/incident-follower';
import { IncidentInputRepository } from '../../../libs/incidents/src/contracts/incident-input.repository';
import { IncidentNoticeRepository } from '../../../libs/incidents/src/contracts/incident-notice.repository';
import { IncidentNotices } from '../../../libs/incidents/src/contracts/incident-notices';
import { IncidentRepository } from '../../../libs/incidents/src/contracts/incident.repository';
import { IncidentTransitions } from '../../../libs/incidents/src/contracts/incident-transitions';
import { RecordingClient, statementsOf } from '../../support/recording-client';
import { ContractWorld } from '../runs/support/contract-world';
import { HOUR, IncidentResults, T0 } from './incident-results';

/** Assets of a lineage of layers, of which each asset is made of some of the layer above. */
const [LAYERS, WIDTH, ABOVE] = [10, 100, 8];
/** How often it is measured: INCIDENT_TIMES=50 prints the median. No test of the usual run measures time. */
const TIMES = Number(process.env.INCIDENT_TIMES ?? 0);

/** Functions of the database that follow a result. `incident_rules` may be part of the plan of its caller, and is not counted then. */
const COUNTED = ['summarise_results', 'note_verdicts'];

interface Calls {
  readonly name: string;
  readonly calls: number;
}

async function medianOf(causes: Causes, id: string): Promise<string> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const since = performance.now();
    await causes.of([id]);
    took.push(performance.now() - since);
  }
  return `median ${took.sort((one, other) => one - other)[Math.floor(TIMES / 2)]!.toFixed(1)} ms`;
}

describe('what incidents cost', () => {
  let world: ContractWorld;
  let results: IncidentResults;

  beforeEach(async () => {
    world = await ContractWorld.create();
    results = new IncidentResults(world);
  });
  afterEach(() => world.destroy());

  /** The nodes of contracts with an asset each, the first layer first. */
  async function layers(): Promise<string[]> {
    const made = await world.contracts(LAYERS * WIDTH);
    const contracts = made.map(({ node }) => node);
    await world.database.query(
      `insert into lineage_edge (from_node, to_node, source, digest, created_at, created_by, updated_at, updated_by)
       select a.asset, b.asset, 'Manual', gen_random_uuid(), 0, 'test', 0, 'test'
         from unnest($1::bigint[]) with ordinality n (node, place)
         cross join generate_series(0, $3::int - 1) k
         join contract b on b.node = n.node
         join contract a on a.node = ($1::bigint[])[(ceil(n.place / $2::numeric)::int - 2) * $2 + (n.place + k * k * 7)::int % $2 + 1]
        where n.place > $2`,
      [contracts, WIDTH, ABOVE],
    );
    return contracts;
  }

  it('is one statement for each hop of a cause, at 1,000 assets that all fail', async () => {
    await results.policy(null);
    const contracts = await layers();
    await world.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select node, $2::bigint + place * 1000, gen_random_uuid(), 'Failed', 'pushed', '{}', '{}'
         from unnest($1::bigint[]) with ordinality v (node, place)`,
      [contracts, T0],
    );
    await results.follow();
    await world.database.query('analyze');
    const incidents = await world.database.query<{ id: string }>(
      `select i.id::text from unnest($1::bigint[]) with ordinality n (node, place) join contract_incident i on i.contract = n.node order by n.place`,
      [[contracts.at(-1), contracts[0]]],
    );
    const [last, first] = incidents.map(({ id }) => id) as [string, string];
    const database = await Database.connect({ url: world.url, poolSize: 2, Client: RecordingClient });
    try {
      const causes = new Causes(new CauseGraphRepository(database));
      const below = await statementsOf(async () => {
        expect((await causes.of([last])).get(last)).toMatchObject({ cause: { hops: LAYERS - 1 }, affected: [] });
      });
      // The start, one look below, and each layer above with the look beyond the first one.
      expect(below).toHaveLength(2 + LAYERS);
      const above = await statementsOf(async () => {
        const relations = (await causes.of([first])).get(first)!;
        expect(relations.cause).toBeUndefined();
        expect(relations.affected.length).toBeGreaterThan(WIDTH * 7);
      });
      expect(above.length).toBeLessThanOrEqual(1 + 3 * LAYERS);
      if (TIMES > 0)
        console.info(`cause of the last of ${LAYERS * WIDTH} failing assets: ${await medianOf(causes, last)}`);
      if (TIMES > 0) console.info(`what follows from the first of them: ${await medianOf(causes, first)}`);
    } finally {
      await database.close();
    }
  });

  it('is nothing for a push where no policy opens incidents, and no statement of ours where one does', async () => {
    const url = new URL(world.adminUrl);
    url.searchParams.set('options', '-c track_functions=pl');
    const database = await Database.connect({ url: url.href, poolSize: 1, Client: RecordingClient });
    /** Calls of functions by this session so far: those of a transaction before may be among them. */
    async function callsIn(tx: Transaction): Promise<Map<string, number>> {
      const rows = await query<Calls & object>(
        tx,
        `select funcname as name, calls::int as calls from pg_stat_xact_user_functions where funcname = any($1)`,
        [COUNTED],
      );
      return new Map(rows.map(({ name, calls }) => [name, calls]));
    }
    /** Stores a result, and says what was called for it in the database, and how many statements were sent. */
    async function push(contract: { readonly node: string }, hour: number, status: string) {
      let called = {};
      const sent = await statementsOf(() =>
        database.transaction(async (tx) => {
          const before = await callsIn(tx);
          await query(
            tx,
            `insert into contract_result (contract, timestamp, id, status, origin, body, details)
             values ($1, $2, gen_random_uuid(), $3, 'pushed', '{}', '{}')`,
            [contract.node, T0 + hour * HOUR, status],
          );
          const more = [...(await callsIn(tx))].map(
            ([name, calls]) => [name, calls - (before.get(name) ?? 0)] as const,
          );
          called = Object.fromEntries(more.filter(([, calls]) => calls > 0));
        }),
      );
      return { sent: sent.length, called };
    }
    try {
      const contract = await world.contract();
      const alone = await push(contract, 1, 'Failed');
      expect(alone.called).toEqual({ summarise_results: 1 });
      await results.policy(contract.node, { closeAfterRuns: 1 });
      const other = await world.contract();
      expect(await push(contract, 2, 'Success')).toEqual(alone);
      const opened = await push(contract, 3, 'Failed');
      expect(opened.sent).toBe(alone.sent);
      expect(opened.called).toMatchObject({ note_verdicts: 1 });
      expect((await push(contract, 4, 'Success')).called).toMatchObject({ note_verdicts: 1 });
      await results.follow();
      // The incident is resolved: good results cost nothing again, nor do those of others, failing ones aside.
      expect(await push(contract, 5, 'Success')).toEqual(alone);
      expect(await push(other, 1, 'Success')).toEqual(alone);
      await push(other, 2, 'Failed');
      expect(await world.database.query('select contract from incident_input')).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it('is few statements for a hundred, that are followed, settled and said', async () => {
    await results.policy(null, { assign: 'owner' });
    const statementsFor = async (n: number): Promise<number> => {
      const contracts = await world.contracts(n);
      await world.database.query(
        `insert into contract_result (contract, timestamp, id, status, origin, body, details)
         select node, $2, gen_random_uuid(), 'Failed', 'pushed', '{}', '{}' from unnest($1::bigint[]) v (node)`,
        [contracts.map(({ node }) => node), T0],
      );
      const database = await Database.connect({ url: world.url, poolSize: 2, Client: RecordingClient });
      try {
        const sent = await statementsOf(() => settlementOf(database).settle());
        const [row] = await world.database.query<{ n: number }>(
          `select count(*)::int as n from contract_incident i where i.is_settled and i.contract = any($1)
              and exists (select from contract_notice k where k.contract = i.contract and k.type = 'contractIncidentOpened')`,
          [contracts.map(({ node }) => node)],
        );
        expect(row).toEqual({ n });
        return sent.length;
      } finally {
        await database.close();
      }
    };
    const [few, many] = [await statementsFor(2), await statementsFor(100)];
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(30);
  });

  it('is nothing for those whose contract is deleted before they are settled, which are settled as well', async () => {
    await results.policy(null);
    const contract = await world.contract();
    await results.store(contract, [[1, 'Failed']]);
    await results.follow();
    await world.database.query(`update entity set deleted_by = node where node = $1`, [contract.node]);
    const settlement = settlementOf(world.database);
    await settlement.settle();
    expect(await world.database.query('select from contract_incident where not is_settled')).toEqual([]);
  });
});

function settlementOf(database: Database): IncidentTransitions {
  const incidents = new IncidentRepository(database);
  const notices = new IncidentNotices(database, incidents, new IncidentNoticeRepository(database));
  const follower = new IncidentFollower(database, new IncidentInputRepository(database));
  return new IncidentTransitions(
    database,
    follower,
    incidents,
    new Causes(new CauseGraphRepository(database)),
    notices,
  );
}
