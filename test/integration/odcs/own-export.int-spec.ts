import { OdcsFixture, type Json } from './odcs.fixture';

const owned = { '!!': { var: 'owners' } };

describe('the export of a contract, imported', () => {
  let fixture: OdcsFixture;

  beforeAll(async () => {
    fixture = await OdcsFixture.open();
  });
  afterAll(() => fixture?.close());

  it.each<[string, Json]>([
    ['its texts', { displayName: 'Orders', description: '# Orders', termsOfUse: '# Terms\n* none' }],
    ['its columns', { schema: [{ name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY', displayName: 'Key' }] }],
    ['its durations', { sla: { refreshFrequency: 'PT24H', maxLatency: 'P0DT4H', retention: 'P7Y' } }],
    ['its availability', { sla: { availability: 0, availabilityTime: '09:30', timezone: 'UTC', columnName: 'note' } }],
    ['its rules', { semantics: [{ name: 'r', enabled: false, rule: owned, ignoredEntities: ['topic'] }] }],
    ['its policies', { security: { dataClassification: 'PII', policies: [{ accessPolicy: 'read' }] } }],
    ['when it holds', { effectiveFrom: '2026-01-01T00:00:00Z', effectiveUntil: '2027-01-01' }],
    ['how it is judged', { extension: { schemaPolicy: { types: 'exact' }, resultRetention: 'P90D', own: [1, null] } }],
    ...['Draft', 'Active', 'Deprecated', 'In Review', 'Approved', 'Rejected', 'Unprocessed'].map(
      (entityStatus): [string, Json] => [`its status ${entityStatus}`, { entityStatus }],
    ),
  ])('changes nothing of %s, and makes the same one anew', async (_what, parts) => {
    const table = await fixture.plainTable();
    const made = await fixture.make('dataContract', { name: 'own', entity: { id: table.id, type: 'table' }, ...parts });
    const out = await fixture.out(made);
    for (const mode of ['merge', 'replace'] as const)
      expect([mode, (await fixture.put(table, out, mode)).version]).toEqual([mode, made.version]);
    await fixture.remove(made, true);
    const again = await fixture.create(table, out);
    expect(again).toMatchObject(parts);
    expect(await fixture.out(again)).toEqual(out);
  });

  it('has the status that the document says since', async () => {
    const table = await fixture.plainTable();
    const entity = { id: table.id, type: 'table' };
    const made = await fixture.make('dataContract', { name: 'own', entity, entityStatus: 'In Review' });
    const merged = await fixture.put(table, { ...(await fixture.out(made)), status: 'active' }, 'merge');
    expect(merged.entityStatus).toBe('Active');
  });
});
