import type { Database } from '@app/database';
import { sealNext } from '@app/events';
import { AuditRepository, type AuditFilter } from '../../../libs/events/src/audit/audit.repository';
import { CatalogFixture } from '../catalog/catalog.fixture';

const RECORDS = `
  insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, origin, refusal)
  select case when n % 3000 = 0 then 'passwordSet' else 'entityUpdated' end, case when n % 3000 = 1 then 'domain' else 'table' end,
         md5((n % 5000)::text)::uuid, n, 'f' || n % 5000, 1, n, 'user' || n % 300,
         jsonb_build_object('requestId', 'r' || n), case when n % 3000 = 2 then '{"reason": "hidden", "count": 1}'::jsonb end
    from generate_series(1, 60000) n`;

describe('over 60,000 records of the audit', () => {
  let catalog: CatalogFixture;
  let database: Database;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    ({ database } = catalog);
    await database.query(RECORDS);
    await database.query(`select number_change_events(100000)`);
    while (await sealNext(database));
    await database.query(`vacuum analyze`);
  });

  afterAll(() => catalog.close());

  it.each<readonly [string, AuditFilter, string]>([
    ['a user', { userName: 'user7' }, 'audit_record_actor'],
    ['a rare type', { entityType: 'domain' }, 'audit_record_type'],
    ['an id', { entity: '00000000-0000-0000-0000-000000000000' }, 'audit_record_entity'],
    ['an FQN', { entity: 'f7' }, 'audit_record_fqn'],
    ['a rare operation', { operation: 'passwordSet' }, 'audit_record_operation'],
    ['refusals', { outcome: 'refused' }, 'audit_record_refused'],
    ['what was done', { outcome: 'done' }, 'audit_record_pkey'],
    ['a request', { requestId: 'r50' }, 'audit_record_request'],
    ['a time', { startTs: 100, endTs: 200 }, 'audit_record_at'],
    ['nothing', {}, 'audit_record_pkey'],
  ])('those by %s are found by an index, in one statement', async (_by, filter, index) => {
    for (const isDescending of [false, true]) {
      const queries = jest.spyOn(database, 'query');
      await new AuditRepository(database).part({ filter, cursor: '30000', isDescending, limit: 51 });
      const sent = queries.mock.calls.map(([text, values]) => ({ text, values: values ?? [] }));
      jest.restoreAllMocks();
      expect(sent).toHaveLength(1);
      const { text, values } = sent[0]!;
      const rows = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan on audit/);
    }
  });
});
