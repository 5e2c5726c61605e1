import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { RunningService } from '../support/running-service';
import { disagreements } from './agreement';
import { Journal } from './journal';
import { KINDS, type Known } from './kinds';
import { Random } from './random';
import { StructureClient } from './structure-client';
import { CLIENTS, SEED, SIZE } from './structure-size';

/** Instances of each kind that a round begins with. */
const AT_LEAST = 4;
/** Entities that are read through the API after each round. */
const READ = 25;
const MOST_MS = 7_200_000;
const TOOLS = resolve(__dirname, '../../dist/apps/stack/src');

jest.setTimeout(MOST_MS);

describe(`moves, renames, deletions, restores and creations by ${CLIENTS} clients (STRUCTURE_SEED=${SEED})`, () => {
  let service: RunningService;
  let database: Client;
  let journal: Journal;
  let clients: StructureClient[];
  const random = new Random(SEED);

  beforeAll(async () => {
    service = await RunningService.start();
    database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
    journal = new Journal();
    const rest = await service.client();
    clients = Array.from({ length: CLIENTS }, () => new StructureClient(rest, journal, random.fork()));
  });

  afterAll(async () => {
    await database?.end();
    await service?.stop();
  });

  async function tool(name: string): Promise<string> {
    const env = { PATH: process.env.PATH, DATABASE_URL: service.databaseUrl };
    return (await promisify(execFile)(process.execPath, [resolve(TOOLS, `${name}.js`), 'check'], { env })).stdout;
  }

  /** Those of a kind that are live, so that there is something to change in every round. */
  async function refill(): Promise<void> {
    const { rows } = await database.query<{ id: string }>(`select id from entity where deleted_by is null`);
    const live = new Set(rows.map(({ id }) => id));
    for (const kind of KINDS) {
      for (let had = journal.known.filter((one) => one.kind === kind && live.has(one.id)).length; had < AT_LEAST; had++)
        await clients[0]?.create([], kind);
    }
  }

  /** What the clients of a round choose among: neighbours, so that they meet. */
  async function crowd(): Promise<Known[]> {
    const { rows } = await database.query<{ id: string; root: string }>(
      `select id, coalesce(root, node) as root from entity where id = any($1) and deleted_by is null`,
      [journal.known.map(({ id }) => id)],
    );
    const byId = new Map(journal.known.map((one) => [one.id, one]));
    const roots = [...new Set(rows.map(({ root }) => root))];
    const chosen = new Set([random.of(roots), random.of(roots), random.of(roots)]);
    const near = rows.filter(({ root }) => chosen.has(root)).map(({ id }) => byId.get(id) as Known);
    return near.sort(() => random.next() - 0.5).slice(0, SIZE.crowded);
  }

  /** The API tells of entities and of what they lie in what the rows say. */
  async function expectReadAlike(rows: Awaited<ReturnType<typeof disagreements>>['rows']): Promise<void> {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const rest = await service.client();
    for (let i = 0; i < READ; i++) {
      const one = random.of(journal.known) as Known;
      const row = byId.get(one.id);
      const answer = await rest.get(`${one.kind.path}/${one.id}?include=all`);
      if (!row) {
        expect(answer.status).toBe(404);
        continue;
      }
      expect(answer.body).toMatchObject({
        fullyQualifiedName: row.fqn,
        name: row.name,
        deleted: row.deleted_by !== null,
      });
      const parent = rows.find(({ node }) => node === row.parent);
      const property = Object.entries(one.kind.parents).find(([, type]) => type === parent?.type)?.[0];
      if (parent && property && property !== 'entity')
        expect(answer.body[property]).toMatchObject({ id: parent.id, fullyQualifiedName: parent.fqn });
      const byName = await rest.get(`${one.kind.path}/name/${encodeURIComponent(row.fqn)}?include=all`);
      expect(byName.body.id).toBe(row.id);
    }
    for (const kind of KINDS) {
      const { body } = await rest.get<{ data: unknown[]; paging: { total: number } }>(`${kind.path}?limit=1000`);
      const live = rows.filter(({ type, deleted_by: by }) => type === kind.type && by === null).length;
      expect([body.paging.total, Math.min(body.data.length, live)]).toEqual([live, Math.min(live, 1_000)]);
    }
  }

  /** The worker carries what reaches further than one transaction. */
  async function indexed(): Promise<void> {
    for (;;) {
      const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from search_mark`);
      if (rows[0]?.n === 0) return;
      await delay(100);
    }
  }

  it(`leave a catalog that agrees with itself after each of ${SIZE.rounds} rounds`, async () => {
    for (let round = 0; round < SIZE.rounds; round++) {
      await refill();
      const near = await crowd();
      await Promise.all(clients.map((client) => client.run(SIZE.steps, near)));
      const { faults, rows } = await disagreements(database);
      expect({ round, faults }).toEqual({ round, faults: [] });
      const lost = journal.lost(new Set(rows.map(({ id }) => id)));
      expect({ round, lost: lost.map(({ kind, id }) => `${kind.type} ${id}`) }).toEqual({ round, lost: [] });
      await expectReadAlike(rows);
      if ((round + 1) % SIZE.checked !== 0 && round + 1 !== SIZE.rounds) continue;
      await indexed();
      expect(await tool('catalog')).toContain('nothing to mend');
      expect(await tool('search')).toContain('the index is true');
    }
    const answers = Object.fromEntries([...journal.answers].sort());
    process.stdout.write(
      `structure: ${SIZE.rounds} rounds, ${journal.known.length} entities, ${JSON.stringify(answers)}\n`,
    );
    for (const deed of ['create 201', 'rename 200', 'move 200', 'delete 200', 'remove 200', 'restore 200', 'label 200'])
      expect(answers).toHaveProperty([deed]);
  });
});
