import type { AuditPage } from '@app/events';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

type Shown = AuditPage['data'][number];
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
const NAMESPACE = 'postgres://db.example.org:5432';

/** Naming rules are of the whole catalog. */
describe('what is taken back stands in the audit, with what it was', () => {
  let service: RunningService;
  let admin: RestClient;
  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    admin = await service.client();
  });
  afterAll(() => service?.stop());

  const records = async (query: string): Promise<readonly Shown[]> =>
    (await admin.must<AuditPage>('GET', `/audit?order=asc&${query}`)).data;
  const hashes = (found: readonly Shown[]) => found.map(({ hashBefore, hashAfter }) => [hashBefore, hashAfter]);

  it('a subscription, from its first state to its end, and none of its secrets', async () => {
    const destination = { type: 'webhook', url: 'https://hooks.example.org/in?key=hidden-part' };
    const made = await admin.must<{ id: string; secret: string }>('POST', '/events/subscriptions', {
      name: 'told',
      destination,
    });
    const path = `/events/subscriptions/${made.id}`;
    await admin.must('PATCH', path, [{ op: 'replace', path: '/enabled', value: false }]);
    await admin.must('POST', `${path}/secret/rotate`, {});
    await admin.must('DELETE', path, undefined, { 'x-request-id': 'the-end' });
    const found = await records(`entity=${made.id}`);
    const kept = { name: 'destination', oldValue: { type: 'webhook', url: 'https://hooks.example.org/in?***' } };
    expect(found).toMatchObject([
      { operation: 'subscriptionCreated', userName: 'admin', entityType: 'eventSubscription' },
      {
        operation: 'subscriptionUpdated',
        change: { owner: 'admin', fieldsUpdated: [{ name: 'enabled', oldValue: true, newValue: false }] },
      },
      { operation: 'subscriptionSecretRotated', change: { fieldsAdded: [], fieldsUpdated: [], fieldsDeleted: [] } },
      { operation: 'subscriptionDeleted', requestId: 'the-end', entityFullyQualifiedName: 'told' },
    ]);
    expect(found[3]!.change).toMatchObject({ fieldsDeleted: expect.arrayContaining([kept]) as unknown[] });
    const [[, first], [, second]] = hashes(found) as [string[], string[]];
    expect(hashes(found)).toEqual([
      [undefined, HASH],
      [first, HASH],
      [second, second],
      [second, undefined],
    ]);
    for (const secret of [made.secret, 'hidden-part']) expect(JSON.stringify(found)).not.toContain(secret);
  });

  it('the part of a producer of results, which later results do not count', async () => {
    await admin.must('POST', '/services/databaseServices', { name: 'counted', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'd', service: 'counted' });
    await admin.must('POST', '/databaseSchemas', { name: 's', database: 'counted.d' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    const table = { name: 't', databaseSchema: 'counted.d.s', columns };
    const { id } = await admin.must<{ id: string }>('POST', '/tables', table);
    const entity = { id, type: 'table' };
    const contract = await admin.must<{ id: string }>('POST', '/dataContracts', { name: 'c', entity });
    const results = `/dataContracts/${contract.id}/results`;
    const timestamp = Date.now() - 1_000;
    const said = { timestamp, producer: 'dbt', contractExecutionStatus: 'Failed' };
    await admin.must('PUT', results, { ...said, qualityValidation: { passed: 2, failed: 1, total: 3 } });
    await admin.must('DELETE', `${results}/producers/dbt`, undefined, { 'x-request-id': 'counts-no-more' });
    await admin.send('DELETE', `${results}/producers/dbt`, {});
    const found = await records(`entity=${contract.id}`);
    expect(found).toMatchObject([
      { operation: 'entityCreated' },
      { operation: 'resultCreated' },
      {
        ...{ operation: 'producerDeleted', userName: 'admin', requestId: 'counts-no-more', hashBefore: HASH },
        route: 'DELETE /api/v1/dataContracts/:id/results/producers/:name',
      },
    ]);
    expect(found[2]!.change).toMatchObject({
      fieldsDeleted: expect.arrayContaining([
        { name: 'producer', oldValue: 'dbt' },
        { name: 'qualityValidation', oldValue: { passed: 2, failed: 1, total: 3, qualityScore: 66.67 } },
      ]) as unknown[],
    });
  });

  it('a schedule of a contract, a custom metric of a table and what is said of an incident', async () => {
    await admin.must('POST', '/services/databaseServices', { name: 'watched', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'd', service: 'watched' });
    await admin.must('POST', '/databaseSchemas', { name: 's', database: 'watched.d' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    const table = await admin.must<{ id: string }>('POST', '/tables', {
      name: 't',
      databaseSchema: 'watched.d.s',
      columns,
    });
    const contract = await admin.must<{ id: string }>('POST', '/dataContracts', {
      name: 'c',
      entity: { id: table.id, type: 'table' },
    });
    const schedule = `/dataContracts/${contract.id}/schedule`;
    await admin.must('PUT', schedule, { cron: '0 6 * * 1' });
    await admin.must('PUT', schedule, { cron: '0 6 * * 1' });
    await admin.must('PUT', schedule, { cron: '0 7 * * 1' });
    await admin.must('DELETE', schedule, undefined, { 'x-request-id': 'no-more' });
    expect(await records(`entity=${contract.id}&startTs=1`)).toMatchObject([
      { operation: 'entityCreated' },
      {
        operation: 'scheduleSet',
        change: { fieldsAdded: expect.arrayContaining([{ name: 'cron', newValue: '0 6 * * 1' }]) as unknown },
      },
      { operation: 'scheduleSet', change: { fieldsUpdated: [{ oldValue: '0 6 * * 1', newValue: '0 7 * * 1' }] } },
      { operation: 'scheduleRemoved', userName: 'admin', requestId: 'no-more', hashBefore: HASH },
    ]);
    await admin.must('PUT', `/tables/${table.id}/customMetric`, { name: 'rows', expression: 'count(*)' });
    await admin.must('DELETE', `/tables/${table.id}/customMetric/rows`);
    expect(await records(`entity=${table.id}`)).toMatchObject([
      { operation: 'entityCreated' },
      { operation: 'customMetricSet', route: 'PUT /api/v1/tables/:id/customMetric' },
      { operation: 'customMetricRemoved', hashBefore: HASH },
    ]);
    await admin.must('POST', '/dataQuality/testDefinitions', {
      name: 'anything',
      entityType: 'TABLE',
      testPlatforms: ['dbt'],
    });
    const testCase = await admin.must<{ id: string; fullyQualifiedName: string }>('POST', '/dataQuality/testCases', {
      name: 'works',
      entityLink: '<#E::table::watched.d.s.t>',
      testDefinition: 'anything',
    });
    const incidents = '/dataQuality/testCases/testCaseIncidentStatus';
    const status = { testCaseReference: testCase.fullyQualifiedName, testCaseResolutionStatusType: 'New' };
    const { id } = await admin.must<{ id: string }>('POST', incidents, { ...status, severity: 'Severity2' });
    await admin.must('PATCH', `${incidents}/${id}`, [{ op: 'replace', path: '/severity', value: 'Severity1' }]);
    const severity = { name: 'severity', oldValue: 'Severity2', newValue: 'Severity1' };
    const found = await records(`entity=${testCase.id}`);
    expect(found).toMatchObject([
      { operation: 'entityCreated' },
      { operation: 'incidentStatusAdded' },
      { operation: 'incidentStatusChanged', change: { fieldsUpdated: expect.arrayContaining([severity]) as unknown } },
    ]);
    expect(found[2]!.hashBefore).toBe(found[1]!.hashAfter);
  });

  it('a custom property', async () => {
    const { id } = await admin.must<{ id: string }>('GET', '/metadata/types/name/string');
    const property = { name: 'steward', description: 'Who looks after it', propertyType: { id, type: 'type' } };
    await admin.must('PUT', '/metadata/types/name/domain', property);
    await admin.must('PUT', '/metadata/types/name/domain', { ...property, description: 'Whom to ask' });
    await admin.must('DELETE', '/metadata/types/name/domain/customProperties/steward');
    const found = await records('entity=domain');
    const old = { name: 'description', oldValue: 'Whom to ask' };
    expect(found).toMatchObject([
      { operation: 'customPropertySet' },
      { operation: 'customPropertySet', change: { fieldsUpdated: [{ oldValue: 'Who looks after it' }] } },
      { operation: 'customPropertyRemoved', change: { property: { name: 'steward' } } },
    ]);
    expect(found[2]!.change).toMatchObject({ fieldsDeleted: expect.arrayContaining([old]) as unknown[] });
  });

  it('naming rules, and the edges that go with them', async () => {
    await admin.must('POST', '/services/databaseServices', { name: 'pg', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'shop', service: 'pg' });
    await admin.must('POST', '/databaseSchemas', { name: 'public', database: 'pg.shop' });
    for (const name of ['orders', 'revenue'])
      await admin.must('POST', '/tables', {
        ...{ name, databaseSchema: 'pg.shop.public', columns: [{ name: 'id', dataType: 'INT' }] },
      });
    await admin.must('PUT', '/openlineage/mappings', { mappings: [{ namespacePrefix: 'postgres://', service: 'pg' }] });
    await admin.must('POST', '/openlineage/lineage', {
      eventType: 'COMPLETE',
      eventTime: '2026-11-20T06:00:12.345Z',
      producer: 'https://example.org/producer',
      schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
      run: { runId: 'run-1' },
      job: { namespace: 'airflow', name: 'shop.daily' },
      inputs: [{ namespace: NAMESPACE, name: 'shop.public.orders' }],
      outputs: [{ namespace: NAMESPACE, name: 'shop.public.revenue' }],
    });
    await admin.must('PUT', '/openlineage/mappings?confirm=1', { mappings: [] }, { 'x-request-id': 'no-rules' });
    const [created, deleted, ...more] = (await records('entity=pg.shop.public.revenue')).slice(1);
    expect(more).toEqual([]);
    expect(created).toMatchObject({ operation: 'lineageCreated', hashAfter: HASH });
    expect(deleted).toMatchObject({
      operation: 'lineageDeleted',
      requestId: 'no-rules',
      change: {
        upstream: [{ fullyQualifiedName: 'pg.shop.public.orders' }],
        fieldsDeleted: [{ name: 'details' }, { name: 'source', oldValue: 'OpenLineage' }],
      },
      hashBefore: created!.hashAfter,
    });
    expect(deleted).not.toHaveProperty('hashAfter');
    const rules = await records('operation=namingRulesReplaced');
    expect(rules.at(-1)).toMatchObject({
      requestId: 'no-rules',
      change: {
        mappings: [],
        fieldsUpdated: [{ name: 'mappings', oldValue: [{ namespacePrefix: 'postgres://' }], newValue: [] }],
      },
    });
  });
});
