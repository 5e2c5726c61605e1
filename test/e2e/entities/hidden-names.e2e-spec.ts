import { RunningService } from '../../support/running-service';
import type { RestClient } from '../../support/rest-client';

const MARKER = 'qzsecret';
const PATCH = { 'content-type': 'application/json-patch+json' };

interface Made {
  readonly id: string;
  readonly version: number;
  readonly fullyQualifiedName: string;
}

/** Names of what a rule hides that stand as texts in what can be seen. */
describe('the name of something hidden', () => {
  let service: RunningService;
  let admin: RestClient;
  let viewer: RestClient;
  let owners: object[];

  const columns = [{ name: 'id', dataType: 'INT' }];
  const table = (name: string, schema: string, more: object = {}): Promise<Made> =>
    admin.must<Made>('POST', '/tables', { name, databaseSchema: `shop.sales.${schema}`, columns, ...more });
  const patch = (client: RestClient, path: string, operations: object[]) =>
    client.send('PATCH', path, { body: operations, headers: PATCH });

  beforeAll(async () => {
    service = await RunningService.start();
    admin = await service.client();
    const hides = { effect: 'deny', operations: ['ViewAll'], condition: '!isOwner() && !noOwner()' };
    const rules = [
      { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] },
      { name: 'hides', resources: ['databaseSchema', 'classification', 'tag', 'table'], ...hides },
    ];
    await admin.must('POST', '/policies', { name: 'viewer_policy', rules });
    await admin.must('POST', '/roles', { name: 'viewer_role', policies: ['viewer_policy'] });
    viewer = await service.client('viewer', 'viewer_role');
    const { id } = await admin.must<Made>('POST', '/users', { name: 'keeper', email: 'keeper@example.com' });
    owners = [{ id, type: 'user' }];
    await admin.must('POST', '/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'sales', service: 'shop' });
    await admin.must('POST', '/databaseSchemas', { name: `${MARKER}_schema`, database: 'shop.sales', owners });
    await admin.must('POST', '/databaseSchemas', { name: 'seen', database: 'shop.sales' });
    await admin.must('POST', '/classifications', { name: `${MARKER}_kinds`, description: 'x', owners });
    await admin.must('POST', '/tags', { name: 'kind', classification: `${MARKER}_kinds`, description: 'x' });
    await admin.must('POST', '/classifications', { name: 'Kinds', description: 'x' });
    await admin.must('POST', '/tags', { name: 'other', classification: 'Kinds', description: 'x' });
  }, 120_000);
  afterAll(() => service?.stop());

  it('stands in no change of a list of names', async () => {
    const names = [`${MARKER}_kinds.kind`, 'Kinds.other'];
    const body = { name: 'seen_tag', classification: 'Kinds', description: 'x' };
    const { id } = await admin.must<Made>('POST', '/tags', body);
    const changes = [
      [{ op: 'add', path: '/associatedTags', value: [names[0]] }],
      [{ op: 'add', path: '/associatedTags', value: names }],
      [{ op: 'replace', path: '/associatedTags', value: [names[1]] }],
      [{ op: 'remove', path: '/associatedTags' }],
    ];
    for (const [i, change] of changes.entries()) {
      await admin.must('PATCH', `/tags/${id}`, change);
      const [all, ...told] = await Promise.all(
        [`/tags/${id}/versions`, `/tags/${id}?fields=*`, `/tags/${id}/versions/${(2 + i) / 10}`].map((path) =>
          viewer.get(path),
        ),
      );
      for (const { status, body } of [all!, ...told])
        expect([i, status, JSON.stringify(body).includes(MARKER)]).toEqual([i, 200, false]);
    }
    const { status, body: events } = await viewer.get(`/events?entityId=${id}&limit=100`);
    expect([status, (events.data as object[]).length]).toEqual([200, 5]);
    expect(JSON.stringify(events)).toContain('Kinds.other');
    expect(JSON.stringify(events)).not.toContain(MARKER);
  });
});
