import type { Actor } from '@app/common';
import type { EdgeAnswer } from '@app/lineage';
import { statementsOf } from '../../support/recording-client';
import { ADMIN, failure, GraphFixture, type Document } from './graph.fixture';

const CALL = 'lineage-put-edges-commit';
const TOLD = `
  select event_type, actor, origin ->> 'requestId' as request, change, encode(hash_before, 'hex') as before, encode(hash_after, 'hex') as after
    from change_event_pending where entity_id = any($1) and event_type like 'lineage%' order by seq`;

describe('edges that several requests put at the same time', () => {
  let world: GraphFixture;
  let schema: Document;
  let [from, ...ends]: Document[] = [];

  beforeAll(async () => {
    world = await GraphFixture.open();
    schema = await world.schema();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    [from, ...ends] = await Promise.all(Array.from({ length: 5 }, () => world.table(schema)));
  });

  const writer = (n: number): Actor => ({
    ...ADMIN,
    name: `writer${n}`,
    origin: { userId: ADMIN.id, requestId: `request${n}`, address: '127.0.0.1', route: 'PUT /lineage' },
  });
  const put = (n: number, to: Pick<Document, 'id'>, sqlQuery?: string): Promise<EdgeAnswer> =>
    world.edges.put(writer(n), {
      edge: {
        fromEntity: { id: from!.id, type: 'table' },
        toEntity: { id: to.id, type: 'table' },
        lineageDetails: { ...(sqlQuery !== undefined && { sqlQuery }) },
      },
    });
  const told = (to: readonly Document[]): Promise<Record<string, unknown>[]> =>
    world.database.query(TOLD, [to.map(({ id }) => id)]);
  const stored = async (): Promise<number> => {
    const text = `select count(*)::int as count from lineage_edge e join entity f on f.node = e.from_node where f.id = $1`;
    return (await world.database.query<{ count: number }>(text, [from!.id]))[0]!.count;
  };
  /** While another transaction does this and is not committed; it is undone afterwards. */
  async function during(text: string, values: readonly unknown[], work: () => Promise<void>): Promise<void> {
    const undone = new Error('undone');
    const rival = world.database.transaction(async (tx) => {
      await tx.query(text, [...values]);
      await work();
      throw undone;
    });
    await expect(rival).rejects.toBe(undone);
  }

  it('are one call, each with its own actor and origin', async () => {
    const sent = await statementsOf(() => Promise.all(ends.map((to, n) => put(n, to))));
    expect(sent.map(({ name }) => name)).toEqual([CALL]);
    const rows = await told(ends);
    expect(rows.map(({ actor, request }) => `${String(actor)} ${String(request)}`).sort()).toEqual(
      ends.map((_, n) => `writer${n} request${n}`),
    );
  });

  it('are recorded one after the other where they are the same edge', async () => {
    const texts = ['one', 'two', 'two', 'three'];
    const answers = await Promise.all(texts.map((text, n) => put(n, ends[0]!, text)));
    expect(answers.map(({ lineageDetails }) => [lineageDetails.sqlQuery, lineageDetails.updatedBy])).toEqual([
      ['one', 'writer0'],
      ['two', 'writer1'],
      ['two', 'writer1'],
      ['three', 'writer3'],
    ]);
    const rows = await told(ends);
    expect(rows.map(({ event_type, actor }) => [event_type, actor])).toEqual([
      ['lineageCreated', 'writer0'],
      ['lineageUpdated', 'writer1'],
      ['lineageUpdated', 'writer3'],
    ]);
    expect(rows.slice(1).map(({ before }) => before)).toEqual(rows.slice(0, -1).map(({ after }) => after));
  });

  it('are written where one of them has no end, or a text that PostgreSQL does not take, which alone is refused', async () => {
    const [none, nul, ...others] = await Promise.all([
      failure(put(0, { id: '00000000-0000-4000-8000-000000000000' })),
      put(1, ends[0]!, 'a\u0000b').catch((error: Error) => error),
      ...ends.slice(1).map((to, n) => put(n, to)),
    ]);
    expect(none).toMatchObject({ code: 'NOT_FOUND', details: [{ field: 'edge.toEntity' }] });
    expect(nul).toBeInstanceOf(Error);
    expect(others).toHaveLength(3);
    expect(await stored()).toBe(3);
  });

  it.each([
    ['an end is locked by one who deletes it', `select from entity where id = $1 for update`],
    [
      'the edge is locked',
      `select from lineage_edge e join entity t on t.node = e.to_node where t.id = $1 for update of e`,
    ],
    [
      'the edge is being made',
      `with gone as (select node from entity where id = $1), f as (select node from entity where id = $2)
       insert into lineage_edge (from_node, to_node, source, details, digest, created_at, created_by, updated_at, updated_by)
       select f.node, gone.node, 'Manual', '{}', gen_random_uuid(), 1, 'rival', 1, 'rival' from gone, f`,
    ],
  ])('are written while one of them waits: %s', async (_, text) => {
    const held = ends[0]!;
    if (text.includes('for update of e')) await put(9, held, 'before');
    let waits: Promise<EdgeAnswer> | undefined;
    const values = text.includes('$2') ? [held.id, from!.id] : [held.id];
    await during(text, values, async () => {
      waits = put(0, held, 'after');
      await Promise.all(ends.slice(1).map((to, n) => put(n + 1, to)));
      expect(await told([held])).toHaveLength(text.includes('for update of e') ? 1 : 0);
    });
    expect((await waits!).lineageDetails.sqlQuery).toBe('after');
    expect(await stored()).toBe(4);
  });

  it('leave nothing where the connection is lost before the answer, and are written when they are sent again', async () => {
    await world.database.query(`
      create function lose_connection() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await world.database.query(
      `create trigger lost after insert on lineage_edge for each row execute function lose_connection()`,
    );
    const outcomes = await Promise.allSettled(ends.map((to, n) => put(n, to)));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await world.database.query('drop trigger lost on lineage_edge');
    expect([await stored(), await told(ends)]).toEqual([0, []]);
    await Promise.all(ends.map((to, n) => put(n, to)));
    expect(await stored()).toBe(4);
    expect(await told(ends)).toHaveLength(4);
  });
});
