import { readFileSync } from 'node:fs';
import { ALL_HOPS, LineageExport, type ExportRequest } from '@app/lineage';
import { parse } from 'csv-parse/sync';
import { edgePages } from '../../../libs/lineage/src/export/edge-feed';
import { EdgeQueue } from '../../../libs/lineage/src/export/edge-queue';
import { EdgeScan } from '../../../libs/lineage/src/export/scan/edge-scan';
import { MOST_SCANS, ScanPool } from '../../../libs/lineage/src/export/scan/scan-pool';
import { ExportThread } from '../../../libs/lineage/src/export/thread/export-thread-handle';
import { missingShared, sharedPath } from '../../support/shared-folder';
import { itUnless } from '../../support/unless-refused';
import { ADMIN, failure, GraphFixture, newName, someone } from './graph.fixture';
import { eventually } from '../../support/eventually';

const DBT = 'data/lineage/dbt-healthcare.csv';
/** Nodes of the ordinary run, each with every pair of depths; LINEAGE_EXPORT_NODES=200 for a full one. */
const NODES = Number(process.env.LINEAGE_EXPORT_NODES ?? 12);
const DEPTHS = [0, 1, 2, 3, ALL_HOPS];
/** A caller that stays; each has a signal of its own. */
const waitedFor = (): AbortSignal => new AbortController().signal;

type Pair = readonly [string, string];

/** The rows of an export as its definition says, without any thought of speed. */
function naive(edges: readonly Pair[], root: string, up: number, down: number): Pair[] {
  const byFqns = (a: Pair, b: Pair): number => order(a[0], b[0]) || order(a[1], b[1]);
  const rows: Pair[] = [];
  const out = new Set<string>();
  for (const [depth, near, far] of [
    [up, 1, 0],
    [down, 0, 1],
  ] as const) {
    const met = new Set([root]);
    let frontier = new Set([root]);
    for (let hop = 1; hop <= depth && frontier.size > 0; hop++) {
      const here = edges.filter((edge) => frontier.has(edge[near])).sort(byFqns);
      rows.push(...here.filter((edge) => !out.has(edge.join('\n'))));
      for (const edge of here) out.add(edge.join('\n'));
      frontier = new Set(here.map((edge) => edge[far]).filter((node) => !met.has(node)));
      for (const node of frontier) met.add(node);
    }
  }
  return rows;
}

/** By code point. */
const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('an export', () => {
  let world: GraphFixture;
  beforeAll(async () => (world = await GraphFixture.open()));
  afterAll(() => world.close());

  async function rows(fqn: string, request: Partial<ExportRequest> = {}, actor = ADMIN): Promise<string[][]> {
    const file = await world.app.get(LineageExport).open(
      actor,
      {
        type: 'table',
        fqn,
        upstreamDepth: 3,
        downstreamDepth: 3,
        includeDeleted: false,
        format: 'csv',
        columnLineage: false,
        raw: true,
        ...request,
      },
      waitedFor(),
    );
    let text = '';
    for await (const piece of file.text) text += piece;
    return parse(text).slice(1);
  }

  const pairs = (read: readonly string[][]): Pair[] => read.map((row) => [row[0], row[2]] as unknown as Pair);

  /** Bare rows with these FQNs, and the edges between them. */
  async function draw(edges: readonly Pair[]): Promise<void> {
    const text = `
      insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
      select gen_random_uuid(), 'table', x, x, 1, 0, 'test', '{}', '{}' from unnest($1::text[]) x returning node::int, fqn`;
    const made = await world.database.query<{ node: number; fqn: string }>(text, [[...new Set(edges.flat())]]);
    const node = new Map(made.map((row) => [row.fqn, row.node]));
    await world.link(edges.map(([from, to]) => [node.get(from)!, node.get(to)!]));
  }

  itUnless(
    missingShared(DBT),
    'of a real graph is its definition, row for row, for every pair of depths',
    async () => {
      const prefix = newName('dbt');
      const edges = parse(readFileSync(sharedPath(DBT)))
        .slice(1)
        .map(([from, to]) => [`${prefix}.${from}`, `${prefix}.${to}`] as const);
      await draw(edges);
      const nodes = [...new Set(edges.flat())].sort();
      const chosen = Array.from({ length: NODES }, (_, i) => nodes[(i * 7_919 + 13) % nodes.length] as string);
      let seen = 0;
      for (const root of new Set(chosen)) {
        const asked = DEPTHS.flatMap((up) => DEPTHS.map((down) => ({ up, down })));
        await Promise.all(
          asked.map(async ({ up, down }) => {
            const read = pairs(await rows(root, { upstreamDepth: up, downstreamDepth: down }));
            expect(read).toEqual(naive(edges, root, up, down));
            seen += read.length;
          }),
        );
      }
      expect(seen).toBeGreaterThan(NODES * 16);
    },
    600_000,
  );

  it('has cycles, self edges and diamonds once, those met on both sides upstream', async () => {
    const at = newName('c');
    const edges = ['ab', 'ba', 'aa', 'bc', 'ca', 'ad', 'ae', 'df', 'ef', 'fa', 'xa', 'yx', 'cy'].map(
      (ends) => [`${at}.${ends[0]}`, `${at}.${ends[1]}`] as const,
    );
    await draw(edges);
    for (const up of DEPTHS)
      for (const down of DEPTHS)
        for (const root of ['a', 'f', 'y'])
          expect(pairs(await rows(`${at}.${root}`, { upstreamDepth: up, downstreamDepth: down }))).toEqual(
            naive(edges, `${at}.${root}`, up, down),
          );
  });

  it('is the same where the names of a hop are too long to be kept', async () => {
    const at = newName('long');
    const middles = Array.from({ length: 1_400 }, (_, i) => `${at}.${'m'.repeat(3_000)}${i}`);
    const edges = middles.flatMap((middle, i) => [
      [`${at}.root`, middle] as const,
      [middle, `${at}.root`] as const,
      [middle, `${at}.leaf${i % 7}`] as const,
      [`${at}.leaf${i % 5}`, middle] as const,
    ]);
    await draw(edges);
    expect(pairs(await rows(`${at}.root`, { upstreamDepth: 2, downstreamDepth: 2 }))).toEqual(
      naive(edges, `${at}.root`, 2, 2),
    );
  });

  it('stops at what is deleted, unless asked for it, and at what the caller may not view', async () => {
    const schema = await world.schema();
    const owner = await world.create('user', { name: newName('u'), email: `${newName('u')}@example.org` });
    const owners = [{ type: 'user', id: owner.id }];
    const [a, b, c, d] = [
      await world.table(schema, undefined, { owners }),
      await world.table(schema),
      await world.table(schema, undefined, { owners }),
      await world.table(schema, undefined, { owners }),
    ];
    const name = (table: typeof a): string => table.fullyQualifiedName;
    const nodes = await Promise.all([a, b, c, d].map((table) => world.nodeOf(table)));
    await world.link([
      [nodes[0]!, nodes[1]!],
      [nodes[1]!, nodes[2]!],
      [nodes[0]!, nodes[3]!],
    ]);
    const all = pairs(await rows(name(a)));
    expect(all).toHaveLength(3);
    const mine = [
      { operations: ['ViewBasic', 'ExportLineage'] as const, condition: 'isOwner()' },
      { operations: ['ViewAll'], resources: ['databaseService', 'database', 'databaseSchema'] },
    ];
    const viewer = someone(mine as never, [owner.id]);
    expect(pairs(await rows(name(a), {}, viewer))).toEqual([[name(a), name(d)]]);
    expect(await failure(rows(name(b), {}, viewer))).toMatchObject({ code: 'NOT_FOUND' });
    const blind = someone([{ operations: ['ExportLineage'] }]);
    expect(await failure(rows(name(a), {}, blind))).toMatchObject({ code: 'FORBIDDEN' });
    const unasked = someone([{ operations: ['ViewAll'] }]);
    expect(await failure(rows(name(a), {}, unasked))).toMatchObject({ code: 'FORBIDDEN' });
    await world.remove('table', b.id);
    expect(pairs(await rows(name(a)))).toEqual([[name(a), name(d)]]);
    expect(pairs(await rows(name(a), { includeDeleted: true }))).toEqual(all);
    expect(await failure(rows(name(b)))).toMatchObject({ code: 'NOT_FOUND' });
    expect(pairs(await rows(name(b), { includeDeleted: true }))).toHaveLength(2);
  });

  it('says nothing else to a reader who is slow, who holds no connection and little memory', async () => {
    const at = newName('wide');
    const edges = Array.from({ length: 9_000 }, (_, i) => [`${at}.root`, `${at}.t${i}`] as const);
    await draw(edges);
    const [{ node } = { node: 0 }] = await world.database.query<{ node: number }>(
      'select node::int from entity where fqn = $1',
      [`${at}.root`],
    );
    await world.database.query(
      `update lineage_edge set sql_query = repeat('select 1;', 3640) where from_node = $1 and to_node % 100 = 0`,
      [node],
    );
    const queue = new EdgeQueue();
    const root = { node: String(node), fqn: `${at}.root`, type: 'table' };
    const walk = { root, upstreamDepth: 0, downstreamDepth: 1, includeDeleted: false };
    const pool = new ScanPool(world.database.url);
    // The scan ends although nobody reads.
    const visibility = { closed: [], partly: [], sight: '{}' };
    await queue.fill(() => new EdgeScan(pool).run({ ...walk, visibility }, queue));
    const read: string[] = [];
    let long = 0;
    for await (const page of edgePages(queue, pool)) {
      for (const { toFqn, sqlQuery } of page.edges) {
        read.push(toFqn);
        if (sqlQuery !== null) long += Number(sqlQuery.length === 32_760);
      }
    }
    expect(read).toEqual(edges.map(([, to]) => to).sort(order));
    expect(long).toBe(90);
    await pool.close();
  });

  it('ends the scan when its reader leaves, and gives the connection back', async () => {
    const at = newName('left');
    await draw(Array.from({ length: 12_000 }, (_, i) => [`${at}.root`, `${at}.t${i}`] as const));
    const open = world.app.get(LineageExport);
    const request = {
      type: 'table',
      fqn: `${at}.root`,
      upstreamDepth: 0,
      downstreamDepth: 1,
      includeDeleted: false,
    } as const;
    const file = await open.open(ADMIN, { ...request, format: 'csv', columnLineage: false, raw: false }, waitedFor());
    for await (const piece of file.text) if (!piece.startsWith('from')) break;
    const busy = `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    await eventually(async () => (await world.database.query<{ n: number }>(busy))[0]?.n === 0);
  });

  describe('of a hub', () => {
    const at = newName('hub');
    const request = {
      type: 'table',
      fqn: `${at}.root`,
      upstreamDepth: 0,
      downstreamDepth: 1,
      includeDeleted: false,
      format: 'csv',
      columnLineage: false,
      raw: false,
    } as const;
    beforeAll(() => draw(Array.from({ length: 12_000 }, (_, i) => [`${at}.root`, `${at}.t${i}`] as const)));

    it('leaves the queue as soon as its caller has gone', async () => {
      const exports = world.app.get(LineageExport);
      const unread = await Promise.all(
        Array.from({ length: MOST_SCANS }, () => exports.open(ADMIN, request, waitedFor())),
      );
      const gone = new AbortController();
      const waiting = exports.open(ADMIN, request, gone.signal);
      const reason = new Error('gone');
      setImmediate(() => gone.abort(reason));
      await expect(waiting).rejects.toBe(reason);
      for (const { text } of unread) text.destroy();
    });

    it('asks the database nothing when it is its turn and nobody waits', async () => {
      const pool = { snapshot: jest.fn() };
      const queue = new EdgeQueue();
      queue.destroy();
      const root = { node: '1', fqn: request.fqn, type: 'table' };
      await new EdgeScan(pool as unknown as ScanPool).run({ ...request, root, visibility: 'all' } as never, queue);
      expect(pool.snapshot).not.toHaveBeenCalled();
    });

    it('that is under way at a stop fails as one that can be asked for again, and not as a fault', async () => {
      const { text } = await world.app.get(LineageExport).open(ADMIN, request, waitedFor());
      await world.app.get(ExportThread).onApplicationShutdown();
      await expect(text.toArray()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });
  });
});
