import { query } from '@app/database';
import type { DocumentSource } from '@app/search';
import { statementsOf } from '../../support/recording-client';
import { MOST, SearchFixture } from './search.fixture';
import { eventually } from '../../support/eventually';

const patch = (path: string, value: unknown): object => ({ op: 'add', path, value });

/** More documents than a search waits for. */
const MANY = 2 * MOST;

describe('the index in PostgreSQL', () => {
  let fixture: SearchFixture;

  beforeEach(async () => {
    fixture = await SearchFixture.open();
  });
  afterEach(() => fixture?.close());

  const count = async (text: string): Promise<number> => {
    const [row] = await fixture.database.query<{ n: string }>(text);
    return Number(row?.n);
  };
  const marks = (): Promise<number> => count('select count(*) as n from search_mark');

  /** The worker's part, until nothing is marked. */
  async function drained(): Promise<void> {
    fixture.backend.start();
    try {
      await eventually(marks, (left) => left === 0);
    } finally {
      await fixture.backend.stop();
    }
    expect(await marks()).toBe(0);
  }

  it('leaves no mark behind an ordinary write', async () => {
    await drained();
    const table = await fixture.make('table', { description: 'A heron' });
    await fixture.patch('table', table.fullyQualifiedName, patch('/description', 'An egret'));
    expect([await fixture.found('+egret'), await fixture.found('heron'), await marks()]).toEqual([[table.name], [], 0]);
  });

  it('adds no statement to a write', async () => {
    await drained();
    const table = await fixture.make('table', { description: 'A heron' });
    await fixture.current();
    const sent = await statementsOf(() =>
      fixture.patch('table', table.fullyQualifiedName, patch('/description', 'An egret')),
    );
    expect(sent.filter(({ name }) => name?.startsWith('search'))).toEqual([]);
  });

  it('marks of what others show their names alone', async () => {
    await fixture.make('table');
    await drained();
    const marksOf = async (set: string): Promise<{ wide: number; own: number }> => {
      const rolledBack = new Error('rolled back');
      let found = { wide: 0, own: 0 };
      const write = fixture.database.transaction(async (tx) => {
        await query(tx, `update entity set ${set} where type = 'databaseService'`);
        const [row] = await query<typeof found>(
          tx,
          `select count(*) filter (where wide)::int as wide, count(*) filter (where not wide)::int as own
             from search_mark where xid = pg_current_xact_id()`,
        );
        found = row!;
        throw rolledBack;
      });
      await expect(write).rejects.toBe(rolledBack);
      return found;
    };
    const { own } = await marksOf(`body = body || '{"description": "Of the shop"}'`);
    expect(own).toBeGreaterThan(0);
    expect(await marksOf(`body = body || '{"description": "Of the shop"}'`)).toEqual({ own, wide: 0 });
    expect(await marksOf(`body = body || '{"displayName": "Shop"}'`)).toEqual({ own, wide: own });
  });

  it('is written after a commit without a search or a worker', async () => {
    await drained();
    await fixture.make('table', { description: 'A curlew' });
    await eventually(async () => (await marks()) === 0);
    expect(await count(`select count(*) as n from search_source where document ->> 'description' = 'A curlew'`)).toBe(
      1,
    );
  });

  it('does not hold a small write for what others have marked', async () => {
    await drained();
    const table = await fixture.make('table', { description: 'A knot' });
    await fixture.current();
    const { source } = fixture.backend as unknown as { source: DocumentSource };
    const second = gate();
    const of = source.of.bind(source);
    const reading = jest.spyOn(source, 'of').mockImplementationOnce(of);
    reading.mockImplementation(async (...order) => {
      second.arrive();
      await second.opened;
      return of(...order);
    });
    // More than the index takes in two transactions; the second one waits at the gate.
    await fixture.database.transaction((tx) =>
      query(tx, 'insert into search_mark (node) select 1000000000 + n from generate_series(1, 1200) n'),
    );
    await second.arrived;
    await fixture.patch('table', table.fullyQualifiedName, patch('/description', 'A dunlin'));
    expect(reading).toHaveBeenCalledTimes(2);
    second.open();
    reading.mockRestore();
    await drained();
    expect(await fixture.found('dunlin')).toEqual([table.name]);
  });

  it('never keeps a write from being stored, and catches up', async () => {
    await drained();
    await fixture.database.query('alter table search_source rename to search_source_away');
    const table = await fixture.make('table', { description: 'A plover' });
    expect((await fixture.get('table', table.fullyQualifiedName)).id).toBe(table.id);
    expect(await marks()).toBeGreaterThan(0);
    await fixture.database.query('alter table search_source_away rename to search_source');
    await drained();
    expect(await fixture.found('plover')).toEqual([table.name]);
  });

  it('never keeps a write from being stored where its documents cannot be read', async () => {
    await drained();
    const { source } = fixture.backend as unknown as { source: DocumentSource };
    const reading = jest.spyOn(source, 'of').mockImplementation((tx) => query(tx, 'select 1 / 0'));
    const table = await fixture.make('table', { description: 'A dotterel' });
    const patched = await fixture.patch('table', table.fullyQualifiedName, patch('/description', 'A ruff'));
    await eventually(() => reading.mock.calls.length > 0);
    reading.mockRestore();
    expect(patched.description).toBe('A ruff');
    expect(await marks()).toBeGreaterThan(0);
    await drained();
    expect(await fixture.found('ruff')).toEqual([table.name]);
  });

  it.each(['the name', 'the reference'])(
    'is right where a new reference and a new name do not see each other: %s first',
    async (order) => {
      const user = await fixture.make('user');
      const table = await fixture.make('table');
      await drained();
      const [referred, renamed] = [gate(), gate()];
      const held = (gate: Gate, text: string, values: readonly unknown[]): Promise<void> =>
        fixture.database.transaction(async (tx) => {
          await query(tx, text, values);
          gate.arrive();
          await gate.opened;
        });
      const refer = held(
        referred,
        `insert into entity_reference (from_node, relation, to_node, position)
       select t.node, 'owners', u.node, 0 from entity t, entity u where t.id = $1 and u.id = $2`,
        [table.id, user.id],
      );
      const rename = held(renamed, `update entity set name = 'renamed_meanwhile' where id = $1`, [user.id]);
      await Promise.all([referred.arrived, renamed.arrived]);
      const both = [
        { gate: renamed, transaction: rename },
        { gate: referred, transaction: refer },
      ];
      for (const { gate, transaction } of order === 'the name' ? both : both.reverse()) {
        gate.open();
        await transaction;
        await fixture.found('*');
      }
      expect(await fixture.found('owners.name:renamed_meanwhile')).toEqual([table.name]);
    },
  );

  it('leaves what is too much for a search to wait for to the worker', async () => {
    await drained();
    const schema = await fixture.make('databaseSchema');
    await fixture.database.query(
      `insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
       select gen_random_uuid(), 'table', 'gull_' || i, s.fqn || '.gull_' || i, s.node, s.root, 1, 1763000000000, 'admin', '{}', '{}'
         from entity s, generate_series(1, ${MANY}) i where s.id = $1`,
      [schema.id],
    );
    await drained();
    const user = await fixture.make('user');
    const owner = [{ id: user.id, type: 'user' }];
    await fixture.patch('databaseSchema', schema.fullyQualifiedName, patch('/owners', owner));
    fixture.backend.start();
    await fixture.backend.untilFound();
    expect(await marks()).toBe(0);
    await fixture.backend.stop();
    const owned = await count(
      `select count(*) as n from search_source where document -> 'owners' @> '[{"id": "${user.id}"}]'`,
    );
    // With the schema itself.
    expect(owned).toBe(MANY + 1);
  });

  it('is compared and mended', async () => {
    const tables = [await fixture.make('table'), await fixture.make('table'), await fixture.make('table')];
    await drained();
    const [missing, different] = tables;
    await fixture.database.query(`delete from search_row where id = $1`, [missing?.id]);
    await fixture.database.query(
      `update search_source set document = document || '{"name": "other"}' where node = (select node from search_row where id = $1)`,
      [different?.id],
    );
    await fixture.database.query(
      `insert into search_row select (jsonb_populate_record(r, '{"node": 999999999}')).* from search_row r where id = $1`,
      [tables[2]?.id],
    );
    expect(await fixture.backend.check()).toMatchObject({ missing: 1, different: 1, surplus: 1 });
    expect(await fixture.backend.check()).toMatchObject({ missing: 0, different: 0, surplus: 0 });
    expect(await fixture.found(`id:${missing?.id}`)).toEqual([missing?.name]);
  });

  it('has totals that are compared with the rows and mended, without holding writers up', async () => {
    await fixture.make('table', { description: 'A heron' });
    await drained();
    const totals = (): Promise<unknown[]> =>
      fixture.database.query(
        'select sum(documents_n)::text as n, sum(tokens_n)::text as tokens, sum(documents_d)::text as d from search_total',
      );
    const before = await totals();
    await fixture.database.query(`update search_total set documents_n = documents_n + 7, tokens_n = tokens_n - 3,
      documents_d = documents_d + 2 where slot = (select min(slot) from search_total)`);
    expect(await fixture.backend.check()).toMatchObject({ missing: 0, different: 0, surplus: 0, totals: 3 });
    expect(await totals()).toEqual(before);
    expect(await fixture.backend.check()).not.toHaveProperty('totals');
  });

  it('is compared and made anew block by block, also where the numbers of nodes get longer', async () => {
    const schema = await fixture.make('databaseSchema');
    const others = await fixture.backend.rebuild();
    await fixture.database.query(`alter table entity alter column node restart with 9701`);
    await fixture.database.query(
      `insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
       select gen_random_uuid(), 'table', 'tern_' || i, s.fqn || '.tern_' || i, s.node, s.root, 1, 1763000000000, 'admin', '{}', '{}'
         from entity s, generate_series(1, 600) i where s.id = $1`,
      [schema.id],
    );
    expect(await fixture.backend.rebuild()).toBe(others + 600);
    expect(await fixture.backend.check()).toEqual({ documents: others + 600, missing: 0, different: 0, surplus: 0 });
  });

  it('is made anew', async () => {
    const table = await fixture.make('table');
    await fixture.database.query(`truncate search_row, search_source, search_term, search_statistic`);
    expect(await fixture.backend.rebuild()).toBeGreaterThan(0);
    expect(await fixture.found(`id:${table.id}`)).toEqual([table.name]);
  });
});

interface Gate {
  readonly arrived: Promise<void>;
  readonly opened: Promise<void>;
  readonly arrive: () => void;
  readonly open: () => void;
}

function gate(): Gate {
  let [arrive, open] = [(): void => undefined, (): void => undefined];
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { arrived, opened, arrive: () => arrive(), open: () => open() };
}
