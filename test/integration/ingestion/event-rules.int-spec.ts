import { randomUUID } from 'node:crypto';
import { entityTypes } from '@app/catalog';
import type { AccessRule } from '@app/common';
import { purgeOpenLineage } from '@app/ingestion';
import { openLineageName } from '../../../libs/lineage/src/export/format/openlineage-text';
import { ADMIN, failure, IngestionFixture, someone, type Json } from './ingestion.fixture';
import { DAY, edgesInto, observationsOf, runEvent, schemaWorld } from './sent-runs';

let fixture: IngestionFixture;

const newName = (of: string): string => `${of}_${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  fixture = await IngestionFixture.open();
});
afterAll(() => fixture.close());

describe('a change of state', () => {
  it('soft-deletes by DROP, unless something newer came before, and brings back what it deleted', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['gone', 'kept']) await fixture.table(schema, name, ['id']);
    const change = (name: string, state: string, offset: number): Json =>
      runEvent(`${name}-${state}-${offset}`, 'COMPLETE', offset, {
        outputs: [
          { namespace, name: `d.s.${name}`, facets: { lifecycleStateChange: { lifecycleStateChange: state } } },
        ],
      });
    const isDeleted = async (name: string): Promise<unknown> =>
      (await fixture.get('table', `${schema}.${name}`, 'all')).deleted;
    await fixture.intake.take(ADMIN, change('kept', 'CREATE', 10));
    await fixture.intake.take(ADMIN, change('kept', 'DROP', 5));
    expect(await isDeleted('kept')).toBe(false);
    await fixture.intake.take(ADMIN, change('gone', 'DROP', 5));
    expect(await isDeleted('gone')).toBe(true);
    await fixture.intake.take(ADMIN, change('gone', 'CREATE', 10));
    expect(await isDeleted('gone')).toBe(false);
    await fixture.intake.take(ADMIN, change('gone', 'DROP', 20));
    expect(await isDeleted('gone')).toBe(true);
    const steward = someone([{ operations: ['EditLineage', 'ViewAll'] }]);
    const receipt = await fixture.intake.take(steward, change('kept', 'DROP', 30));
    expect(receipt.notes).toEqual([expect.stringContaining('may not delete')]);
    expect(await isDeleted('kept')).toBe(false);
    const refused = await fixture.intake.take(steward, change('gone', 'CREATE', 30));
    expect(refused.notes).toEqual([expect.stringContaining('cannot restore')]);
    expect(await isDeleted('gone')).toBe(true);
    await fixture.intake.take(someone([{ operations: ['All'] }]), change('gone', 'CREATE', 40));
    expect(await isDeleted('gone')).toBe(false);
  });

  it('does not bring back what lies below something deleted, and takes the event all the same', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    await fixture.table(schema, 'below', ['id']);
    const change = (state: string, offset: number): Json =>
      runEvent(`below-${state}`, 'COMPLETE', offset, {
        outputs: [{ namespace, name: 'd.s.below', facets: { lifecycleStateChange: { lifecycleStateChange: state } } }],
      });
    await fixture.intake.take(ADMIN, change('DROP', 5));
    const { id } = await fixture.get('databaseSchema', schema);
    await fixture.remover.remove(
      ADMIN,
      entityTypes.get('databaseSchema'),
      { id: String(id) },
      { hardDelete: false, recursive: true },
    );
    const receipt = await fixture.intake.take(ADMIN, change('CREATE', 10));
    expect(receipt.notes).toEqual([expect.stringContaining('cannot restore')]);
  });
});

describe('a DROP of something with others below', () => {
  it('is judged as a recursive deletion by its sender: nothing is deleted where one may not be', async () => {
    const service = await fixture.create('storageService', { name: newName('storage'), serviceType: 'S3' });
    const owner = await fixture.create('user', { name: newName('u'), email: `${newName('u')}@example.org` });
    const container = (name: string, parent?: Json, more: Json = {}): Promise<Json> =>
      fixture.create('container', {
        ...{ name, service: service.fullyQualifiedName },
        ...(parent && { parent: parent.fullyQualifiedName }),
        ...more,
      });
    const top = await container('top');
    const below = await container('below', top, { owners: [{ id: owner.id, type: 'user' }] });
    const rules = [
      { operations: ['All'] as const },
      { effect: 'deny' as const, operations: ['Delete'] as const, resources: ['container'], condition: '!noOwner()' },
    ];
    const drop = (offset: number): Json =>
      runEvent(`drop-${offset}`, 'COMPLETE', offset, {
        outputs: [
          {
            ...{ namespace: service.fullyQualifiedName, name: 'top' },
            facets: { lifecycleStateChange: { lifecycleStateChange: 'DROP' } },
          },
        ],
      });
    const receipt = await fixture.intake.take(someone(rules as never), drop(5));
    expect(receipt.notes).toEqual([expect.stringContaining('may not delete')]);
    for (const { fullyQualifiedName } of [top, below])
      expect(await fixture.get('container', String(fullyQualifiedName), 'all')).toMatchObject({ deleted: false });
    await fixture.intake.take(someone([{ operations: ['All'] }]), drop(6));
    for (const { fullyQualifiedName } of [top, below])
      expect(await fixture.get('container', String(fullyQualifiedName), 'all')).toMatchObject({ deleted: true });
  });
});

describe('rules', () => {
  it('lead by the longest prefix; another rule moves the edges, none parts them', async () => {
    const { namespace, schema, service } = await schemaWorld(fixture);
    const other = await schemaWorld(fixture);
    for (const name of ['a', 'b']) {
      await fixture.table(schema, name, ['id']);
      await fixture.table(other.schema, name, ['id']);
    }
    const inner = `${namespace}inner`;
    const sides = { inputs: [{ namespace: inner, name: 'd.s.a' }], outputs: [{ namespace: inner, name: 'd.s.b' }] };
    await fixture.intake.take(ADMIN, runEvent('ruled', 'COMPLETE', 1, sides));
    expect(await edgesInto(fixture, `${schema}.b`)).toHaveLength(1);
    const before = (await fixture.mappings.list(ADMIN)).mappings;
    const more = [...before, { namespacePrefix: inner, service: other.service }];
    await fixture.mappings.replace(ADMIN, { mappings: more }, 1);
    expect(await edgesInto(fixture, `${schema}.b`)).toEqual([]);
    expect(await edgesInto(fixture, `${other.schema}.b`)).toHaveLength(1);
    const neither = before.filter(({ namespacePrefix }) => namespacePrefix !== namespace);
    await fixture.mappings.replace(ADMIN, { mappings: neither }, 1);
    expect(await edgesInto(fixture, `${other.schema}.b`)).toEqual([]);
    const { data } = await fixture.unresolved.list(ADMIN, { limit: 1_000 });
    expect(data).toContainEqual(expect.objectContaining({ namespace: inner, name: 'd.s.b', events: 1 }));
    await fixture.mappings.replace(ADMIN, { mappings: before });
    const type = entityTypes.get('databaseService');
    await fixture.remover.remove(ADMIN, type, { fqn: service }, { hardDelete: true, recursive: true });
    const left = (await fixture.mappings.list(ADMIN)).mappings;
    expect(left.map((rule) => rule.service.fullyQualifiedName)).not.toContain(service);
  });

  it('lead to everything by the name that an export gives it, however deep it stands', async () => {
    await fixture.create('storageService', { name: 'deep.s3', serviceType: 'S3' });
    await fixture.create('container', { name: 'x.y', service: '"deep.s3"' });
    await fixture.create('container', { name: 'x', service: '"deep.s3"' });
    await fixture.create('container', { name: 'y', service: '"deep.s3"', parent: '"deep.s3".x' });
    await fixture.create('container', { name: 'z.1', service: '"deep.s3"', parent: '"deep.s3".x.y' });
    await fixture.create('dashboardService', { name: 'deepboards', serviceType: 'Superset' });
    const model = { name: 'sales', service: 'deepboards', dataModelType: 'SupersetDataModel', columns: [] };
    await fixture.create('dashboardDataModel', model);
    await fixture.create('apiService', { name: 'deepapi', serviceType: 'Rest' });
    await fixture.create('apiCollection', {
      name: 'orders',
      service: 'deepapi',
      endpointURL: 'https://api.example.com',
    });
    const url = { endpointURL: 'https://api.example.com/7', requestMethod: 'GET' };
    await fixture.create('apiEndpoint', { name: 'get', apiCollection: 'deepapi.orders', ...url });
    const { mappings } = await fixture.mappings.list(ADMIN);
    const own = ['deep.s3', 'deepboards', 'deepapi'].map((namespacePrefix) => ({
      namespacePrefix,
      service: namespacePrefix.includes('.') ? `"${namespacePrefix}"` : namespacePrefix,
    }));
    await fixture.mappings.replace(ADMIN, { mappings: [...mappings, ...own] });
    const inputs = [
      openLineageName('container', '"deep.s3"."x.y"'),
      openLineageName('container', '"deep.s3".x.y."z.1"'),
      openLineageName('dashboardDataModel', 'deepboards.model.sales'),
    ];
    const outputs = [openLineageName('apiEndpoint', 'deepapi.orders.get')];
    await fixture.intake.take(ADMIN, runEvent('deep', 'COMPLETE', 1, { inputs, outputs }));
    const edges = await edgesInto(fixture, 'deepapi.orders.get');
    expect(edges.map(({ from }) => from).sort()).toEqual([
      '"deep.s3"."x.y"',
      '"deep.s3".x.y."z.1"',
      'deepboards.model.sales',
    ]);
  });

  it('are refused where a service is unknown, or its name stands for two', async () => {
    await fixture.create('databaseService', { name: 'twins', serviceType: 'Postgres' });
    await fixture.create('storageService', { name: 'twins', serviceType: 'S3' });
    const rule = (service: string) => ({ mappings: [{ namespacePrefix: 'twins', service }] });
    const before = await fixture.mappings.list(ADMIN);
    const unknown = await failure(fixture.mappings.replace(ADMIN, rule('nobody')));
    expect(unknown).toMatchObject({ code: 'NOT_FOUND', message: 'service instance for nobody not found' });
    const twice = await failure(fixture.mappings.replace(ADMIN, rule('twins')));
    expect(twice).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('send its type too') });
    expect(await fixture.mappings.list(ADMIN)).toEqual(before);
    const all = [
      ...before.mappings,
      { namespacePrefix: 'twins', service: { type: 'storageService', fullyQualifiedName: 'twins' } },
    ];
    const stored = await fixture.mappings.replace(ADMIN, { mappings: all });
    expect(stored.mappings.find(({ namespacePrefix }) => namespacePrefix === 'twins')?.service.type).toBe(
      'storageService',
    );
  });

  it('keep a name with its asset when that is renamed', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    const sides = { inputs: [{ namespace, name: 'd.s.a' }], outputs: [{ namespace, name: 'd.s.b' }] };
    await fixture.intake.take(ADMIN, runEvent('renamed', 'START', 1, sides));
    const { id } = await fixture.get('table', `${schema}.b`);
    const patch = [{ op: 'replace', path: '/name', value: 'better' }];
    await fixture.writer.patch(ADMIN, entityTypes.get('table'), { id }, patch);
    await fixture.intake.take(ADMIN, runEvent('renamed', 'COMPLETE', 2, sides));
    await fixture.mappings.replace(ADMIN, await fixture.mappings.list(ADMIN));
    expect(await edgesInto(fixture, `${schema}.better`)).toHaveLength(1);
    expect(await observationsOf(fixture, `${schema}.better`)).toHaveLength(1);
  });
});

describe('permission', () => {
  it('is EditLineage on every asset of the run; unknown names ask for it on all', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    await fixture.table(schema, 'mine', ['id']);
    await fixture.table(schema, 'also', ['id']);
    await fixture.table(schema, 'theirs', ['id']);
    const { id } = await fixture.create('user', { name: 'ada', email: 'ada@example.org' });
    const owning: Partial<AccessRule> = { operations: ['EditLineage'], condition: 'isOwner()' };
    const ada = { ...someone([{ operations: ['ViewAll'] }, owning], [id]), id };
    for (const name of ['mine', 'also']) {
      const table = await fixture.get('table', `${schema}.${name}`);
      const patch = [{ op: 'add', path: '/owners', value: [{ id, type: 'user' }] }];
      await fixture.writer.patch(ADMIN, entityTypes.get('table'), { id: table.id }, patch);
    }
    const sides = (from: string, to: string): Json => ({
      inputs: [{ namespace, name: `d.s.${from}` }],
      outputs: [{ namespace, name: `d.s.${to}` }],
    });
    await fixture.intake.take(ada, runEvent('ada-1', 'COMPLETE', 1, sides('mine', 'also')));
    expect(await edgesInto(fixture, `${schema}.also`)).toHaveLength(1);
    for (const [runId, pair] of [
      ['ada-2', sides('mine', 'theirs')],
      ['ada-3', sides('mine', 'unknown')],
      ['ada-4', {}],
    ] as const) {
      const refused = await failure(fixture.intake.take(ada, runEvent(runId, 'COMPLETE', 1, pair)));
      expect(refused.code).toBe('FORBIDDEN');
    }
    // A run of somebody else's, to which an asset of her own would be tied.
    await fixture.intake.take(
      ADMIN,
      runEvent('not-hers', 'START', 1, { outputs: [{ namespace, name: 'd.s.theirs' }] }),
    );
    const tied = runEvent('not-hers', 'COMPLETE', 2, { inputs: [{ namespace, name: 'd.s.mine' }] });
    expect((await failure(fixture.intake.take(ada, tied))).code).toBe('FORBIDDEN');
    expect(await edgesInto(fixture, `${schema}.theirs`)).toEqual([]);
    expect((await fixture.events.list(ADMIN, { limit: 10, runId: 'ada-2' })).data).toEqual([]);
  });
});

describe('retention', () => {
  it('removes events and runs that are past it; edges stay', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    const sides = { inputs: [{ namespace, name: 'd.s.a' }], outputs: [{ namespace, name: 'd.s.b' }] };
    await fixture.intake.take(ADMIN, runEvent('old', 'COMPLETE', 1, sides));
    const signal = new AbortController().signal;
    await purgeOpenLineage(fixture.database, 'P1D', signal);
    expect((await fixture.events.list(ADMIN, { limit: 1, runId: 'old' })).paging.total).toBe(1);
    await fixture.database.query(`update openlineage_event set received_at = received_at - $1 where run_id = 'old'`, [
      2 * DAY,
    ]);
    expect(await purgeOpenLineage(fixture.database, 'P1D', signal)).toBe(1);
    expect((await fixture.events.list(ADMIN, { limit: 1, runId: 'old' })).paging.total).toBe(0);
    expect(await edgesInto(fixture, `${schema}.b`)).toHaveLength(1);
    const again = await fixture.intake.take(ADMIN, runEvent('old', 'COMPLETE', 1, sides));
    expect(again.duplicate).toBe(false);
    expect(await edgesInto(fixture, `${schema}.b`)).toHaveLength(1);
  });
});
