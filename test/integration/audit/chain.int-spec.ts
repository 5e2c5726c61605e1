import type { Database } from '@app/database';
import { checkAudit, EventsModule, pruneAudit, sealNext } from '@app/events';
import { RecordingClient } from '../../support/recording-client';
import { CatalogFixture, failure, type Document } from '../catalog/catalog.fixture';

const SIGNAL = new AbortController().signal;

describe('the chain of the audit', () => {
  let catalog: CatalogFixture;
  let database: Database;

  beforeEach(async () => {
    catalog = await CatalogFixture.open(EventsModule);
    database = catalog.database;
  });

  afterEach(() => catalog.close());

  const sealAll = async (): Promise<void> => {
    while (await sealNext(database));
  };
  /** As records come: pending, then numbered. */
  const record = async (count: number): Promise<void> => {
    await database.query(
      `insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, change)
       select 'entityUpdated', 'table', gen_random_uuid(), n, 'f' || n, 1, n, 'user' || n % 300, '{"fieldsAdded": []}'
         from generate_series(1, $1) n`,
      [count],
    );
  };
  /** What somebody does who may do all to the database. */
  const tamper = async (text: string): Promise<void> => {
    await database.query(`alter table audit_record disable trigger user; alter table audit_block disable trigger user`);
    await database.query(text);
    await database.query(`alter table audit_record enable trigger user; alter table audit_block enable trigger user`);
  };
  const count = async (table: string): Promise<number> =>
    (await database.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

  it('holds what concurrent writers and sealers leave, each record once, in the order of the commits', async () => {
    const domains = await Promise.all(Array.from({ length: 4 }, () => catalog.make('domain')));
    let isDone = false;
    const seal = async (): Promise<void> => {
      while (!isDone) await sealNext(database);
    };
    const change = async (domain: Document): Promise<void> => {
      for (let n = 0; n < 25; n++)
        await catalog.patch('domain', domain.fullyQualifiedName, {
          op: 'add',
          path: '/description',
          value: `text ${n}`,
        });
    };
    const sealers = [seal(), seal()];
    await Promise.all(domains.map(change));
    isDone = true;
    await Promise.all(sealers);
    await sealAll();
    const found = await checkAudit(database);
    expect(found).toMatchObject({ records: await count('audit_record'), waiting: 0 });
    expect(found).not.toHaveProperty('broken');
    expect(found.blocks).toBeGreaterThan(1);
    const rows = await database.query<{ entity_id: string; versions: number[] }>(
      `select entity_id::text, array_agg(version order by position) as versions from audit_record
        where entity_type = 'domain' group by entity_id`,
    );
    expect(rows).toHaveLength(4);
    for (const { versions } of rows) expect(versions).toEqual(Array.from({ length: 26 }, (_, n) => n + 1));
  });

  it('finds one changed byte among 20,000 records, and the first block that it breaks', async () => {
    await record(20_000);
    await sealAll();
    const sound = await checkAudit(database);
    expect(sound).toMatchObject({ records: 20_000, waiting: 0, blocks: 20 });
    expect(sound).not.toHaveProperty('broken');
    await tamper(
      `update audit_record set actor = 'vser1' where position = (select min(position) + 12000 from audit_record)`,
    );
    const { broken } = await checkAudit(database);
    expect(broken).toMatchObject({ number: '13', reason: expect.stringContaining('not those that were sealed') });
  });

  it.each([
    ['a removed record', `delete from audit_record where position = 1500`, '2', '999 records'],
    [
      'a record put in',
      `insert into audit_record (at, outcome, operation, entity_type, actor, position) overriding system value
       values (1, 'done', 'x', 'table', 'eve', -5)`,
      '1',
      '1001 records',
    ],
    [
      'a changed diff',
      `update audit_record set change = '{"fieldsAdded": [1]}' where position = 1500`,
      '2',
      'not those',
    ],
    ['a removed block', `delete from audit_block where number = 2`, '3', 'block 2 is missing'],
    ['a block sealed anew', `update audit_block set hash = sha256('x') where number = 2`, '2', 'not those'],
    [
      'records removed as if pruned',
      `update audit_block set pruned_at = 1 where number = 2; delete from audit_record where position between 1001 and 2000`,
      '2',
      'a block before it is not',
    ],
  ])('finds %s', async (_what, text, block, reason) => {
    await record(3_000);
    await sealAll();
    await tamper(text);
    const { broken } = await checkAudit(database);
    expect(broken).toMatchObject({ number: block, reason: expect.stringContaining(reason) });
  });

  it('made anew is found by a block that was noted before', async () => {
    await record(10);
    await sealAll();
    const { head } = await checkAudit(database);
    expect(await checkAudit(database, head)).not.toHaveProperty('broken');
    await tamper(`truncate audit_block; update audit_record set actor = 'eve' where position = 3`);
    expect(await checkAudit(database, head)).toMatchObject({ broken: { reason: 'there is no such block' } });
    await sealAll();
    expect(await checkAudit(database)).not.toHaveProperty('broken');
    expect(await checkAudit(database, head)).toMatchObject({
      broken: { number: '1', reason: expect.stringContaining('was noted as') },
    });
  });

  it('is whole and complete wherever a sealer or a numbering is cut off', async () => {
    await record(1_500);
    let cuts = 0;
    for (let cut = 1; ; cut++) {
      const before = await checkAudit(database);
      expect(before).not.toHaveProperty('broken');
      const isCut = await cutAfter(cut);
      if (!isCut) break;
      cuts++;
      expect(await checkAudit(database)).not.toHaveProperty('broken');
      await record(10);
    }
    expect(cuts).toBeGreaterThan(4);
    await sealAll();
    expect(await checkAudit(database)).toMatchObject({ waiting: 0, records: await count('audit_record') });
  });

  /** Seals with its connection lost after so many statements. @returns whether it was */
  async function cutAfter(statements: number): Promise<boolean> {
    let sent = 0;
    RecordingClient.recorder = ({ client }) => {
      if (++sent === statements) setImmediate(() => client.connection.stream.destroy());
    };
    try {
      await sealNext(database);
      return sent >= statements;
    } catch {
      return true;
    } finally {
      RecordingClient.recorder = undefined;
    }
  }

  it('stays whole where what is past its time is pruned in whole blocks, by several at once', async () => {
    await record(11_000);
    await sealAll();
    const before = await checkAudit(database);
    expect(await pruneAudit(database, 'P1D', SIGNAL)).toBe(0);
    await tamper(`update audit_block set sealed_at = sealed_at - 2 * 86400000 where number <= 6`);
    const pruned = await Promise.all([pruneAudit(database, 'P1D', SIGNAL), pruneAudit(database, 'P1D', SIGNAL)]);
    expect(pruned[0] + pruned[1]).toBe(6_000);
    const after = await checkAudit(database);
    expect(after).toMatchObject({ blocks: 11, pruned: 6, records: 5_000, head: before.head });
    expect(after).not.toHaveProperty('broken');
    await record(5);
    await sealAll();
    expect(await checkAudit(database, before.head)).toMatchObject({ blocks: 12, waiting: 0 });
    await tamper(`insert into audit_record (position, at, outcome, operation, entity_type, actor) overriding system value
      values (500, 1, 'done', 'x', 'table', 'eve')`);
    expect(await checkAudit(database)).toMatchObject({
      broken: { reason: expect.stringContaining('marked as pruned, but has 1') },
    });
  });

  it('is append-only for the service', async () => {
    await record(3);
    await sealAll();
    for (const text of [
      `update audit_record set actor = 'eve'`,
      `delete from audit_record`,
      `truncate audit_record`,
      `update audit_block set hash = sha256('x')`,
      `delete from audit_block`,
      `truncate audit_block`,
      `with p as materialized (select set_config('catalog.audit_pruning', 'on', true)) update audit_record set actor = 'eve' from p`,
      `with p as materialized (select set_config('catalog.audit_pruning', 'on', true)) update audit_block set hash = sha256('x'), pruned_at = 1 from p`,
      `with p as materialized (select set_config('catalog.audit_pruning', 'on', true)) delete from audit_block using p`,
    ])
      expect([text, String(await failure(database.query(text)))]).toEqual([
        text,
        expect.stringContaining('is append-only'),
      ]);
  });
});
