import type { RestClient } from '../../support/rest-client';
import { CatalogWorld, part, unique, type Entity, type Page } from './catalog-world';

const DENIES = { effect: 'deny', operations: ['ViewAll', 'ViewBasic'] };
const OTHERS = '!isOwner() && !noOwner()';
const UNKNOWN = '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6';

/** What filters and paths could tell of entities, and of types, that a caller does not see. */
describe('what is asked for by something hidden', () => {
  let world: CatalogWorld;
  let keeper: Entity;
  let schema: string;

  const make = (path: string, body: object): Promise<Entity> => world.client.must('POST', path, body);

  /** A reader with these rules, of whom nobody else has the name. */
  const reader = (...rules: object[]): Promise<RestClient> => user(unique('reader'), rules);
  const user = async (name: string, rules: readonly object[]): Promise<RestClient> => {
    const role = unique('role');
    const named = rules.map((rule, i) => ({ name: `r${i}`, ...rule }));
    await make('/policies', { name: `${role}_policy`, rules: named });
    await make('/roles', { name: role, policies: [`${role}_policy`] });
    return world.service.client(name, role);
  };

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    const name = unique('keep.er');
    keeper = await make('/users', { name, email: `${unique('k')}@example.com` });
    schema = await world.schema();
  });

  describe('a tag or a term', () => {
    let labels: { tag: string; term: string };
    let table: Entity;
    let contract: Entity;

    beforeAll(async () => {
      const owners = [{ id: keeper.id, type: 'user' }];
      const [classification, glossary] = [unique('cls'), unique('glossary')];
      await make('/classifications', { name: classification, description: 'C' });
      await make('/glossaries', { name: glossary, description: 'G' });
      const tag = await make('/tags', { name: 'hidden', classification, description: 'T', owners });
      const term = await make('/glossaryTerms', { name: 'hidden', glossary, description: 'T', owners });
      labels = { tag: tag.fullyQualifiedName, term: term.fullyQualifiedName };
      const [source, other] = [await world.table(schema, unique('source')), await world.table(schema, unique('t'))];
      const tags = [{ tagFQN: labels.tag }, { tagFQN: labels.term, source: 'Glossary' }];
      table = await world.table(schema, unique('labelled'), { tags });
      for (const to of [table, other])
        await world.client.must('PUT', '/lineage', {
          edge: { fromEntity: { id: source.id, type: 'table' }, toEntity: { id: to.id, type: 'table' } },
        });
      contract = await make('/dataContracts', { name: 'c', entity: { id: table.id, type: 'table' } });
    });

    it.each(['single ones', 'the whole type'])(
      'finds nothing in lineage or among contracts, where %s',
      async (what) => {
        const condition = what === 'single ones' ? { condition: OTHERS } : {};
        const viewer = await reader({ ...DENIES, resources: ['tag', 'glossaryTerm'], ...condition });
        for (const label of Object.values(labels)) {
          const graph = `/lineage/graph?type=table&fqn=${part(table.fullyQualifiedName)}&direction=upstream&depth=1`;
          const around = `/lineage/graph?type=table&fqn=${part(table.fullyQualifiedName)}&direction=both&depth=2&tag=`;
          expect((await viewer.must<{ nodes: Entity[] }>('GET', graph)).nodes).toHaveLength(1);
          const [hidden, absent] = [await viewer.get(around + part(label)), await viewer.get(`${around}no.ne`)];
          expect(hidden.body.nodes).toEqual(absent.body.nodes);
          const list = `/dataContracts?tier=${part(label)}&entity=${contract.id}`;
          expect((await world.client.must<Page>('GET', `/dataContracts?tier=${part(label)}`)).data).toHaveLength(1);
          expect((await viewer.must<Page>('GET', list)).data).toEqual([]);
          expect((await viewer.must<Page>('GET', `/dataContracts?tier=${part(label)}`)).paging.total).toBe(0);
        }
      },
    );

    it('finds what it is on for those who see it', async () => {
      const { nodes } = await world.client.must<{ nodes: Entity[] }>(
        'GET',
        `/lineage/graph?type=table&fqn=${part(table.fullyQualifiedName)}&direction=both&depth=2&tag=${part(labels.tag)}`,
      );
      expect(nodes.every(({ name }) => name === table.name)).toBe(true);
    });
  });

  it('a user finds no events, test cases and incidents, where users are hidden', async () => {
    const steward = unique('jane.doe');
    const author = await user(steward, [{ effect: 'allow', operations: ['All'], resources: ['All'] }]);
    const table = await world.table(schema, unique('t'));
    await author.must('PATCH', `/tables/${table.id}`, [{ op: 'add', path: '/description', value: 'D' }]);
    await author.must('POST', '/dataQuality/testCases', {
      ...{ name: 'rows', testDefinition: 'tableRowCountToBeBetween' },
      entityLink: `<#E::table::${table.fullyQualifiedName}>`,
    });
    const incidents = '/dataQuality/testCases/testCaseIncidentStatus';
    await make(incidents, {
      testCaseReference: `${table.fullyQualifiedName}.rows`,
      testCaseResolutionStatusType: 'Assigned',
      testCaseResolutionStatusDetails: { assignee: { type: 'user', fullyQualifiedName: `"${steward}"` } },
    });
    const paths = [
      `/events?userName=${steward}`,
      `/dataQuality/testCases?createdBy=${steward}`,
      `${incidents}?assignee=${steward}`,
    ];
    const viewer = await reader({ ...DENIES, resources: ['user'] });
    const other = await reader({ ...DENIES, resources: ['table'], condition: OTHERS });
    for (const path of paths) {
      const { data: seen } = await other.must<Page>('GET', path);
      expect([path, seen.length > 0]).toEqual([path, true]);
      expect([path, (await viewer.must<Page>('GET', path)).data]).toEqual([path, []]);
    }
  });

  it('an owner finds no incidents of test cases, where users are hidden', async () => {
    const table = await world.table(schema, unique('t'));
    const owners = [{ op: 'add', path: '/owners', value: [{ id: keeper.id, type: 'user' }] }];
    await world.client.must('PATCH', `/tables/${table.id}`, owners);
    const entityLink = `<#E::table::${table.fullyQualifiedName}>`;
    await make('/dataQuality/testCases', { name: 'rows', testDefinition: 'tableRowCountToBeBetween', entityLink });
    const incidents = '/dataQuality/testCases/testCaseIncidentStatus';
    const testCaseReference = `${table.fullyQualifiedName}.rows`;
    await make(incidents, { testCaseReference, testCaseResolutionStatusType: 'New' });
    const viewer = await reader({ ...DENIES, resources: ['user'] });
    for (const owner of [keeper.id, part(keeper.fullyQualifiedName)]) {
      const path = `${incidents}?owner=${owner}`;
      expect((await world.client.must<Page>('GET', path)).data).toHaveLength(1);
      expect((await viewer.must<Page>('GET', path)).data).toEqual([]);
    }
  });

  it('an entity of a type that is closed is refused alike whether it is there or not', async () => {
    const kafka = unique('kafka');
    await make('/services/messagingServices', { name: kafka, serviceType: 'Kafka' });
    const topic = await make('/topics', { name: 't', service: kafka, partitions: 1 });
    const table = await world.table(schema, unique('t'));
    const edge = { fromEntity: { id: topic.id, type: 'topic' }, toEntity: { id: table.id, type: 'table' } };
    await world.client.must('PUT', '/lineage', { edge });
    const viewer = await reader(
      { ...DENIES, resources: ['topic'] },
      { effect: 'allow', operations: ['All'], resources: ['All'] },
    );
    const [tableId, fqn] = [table.id, table.fullyQualifiedName];
    const asked = (id: string, name: string): readonly (readonly [method: string, path: string, body?: object])[] => [
      ['GET', `/lineage/export?type=topic&fqn=${part(name)}`],
      ['GET', `/lineage/path?from=${part(name)}&fromType=topic&to=${part(fqn)}&toType=table`],
      ['GET', `/lineage/getLineageEdge/${id}/${tableId}`],
      ['GET', `/usage/topic/${id}`],
      ['POST', `/usage/topic/${id}`, { date: '2026-01-01', count: 1 }],
      ['GET', `/topics/${part(name)}/sampleData`],
      ['PUT', '/lineage', { edge: { ...edge, fromEntity: { id, type: 'topic' } } }],
      ['PUT', '/lineage', { edge: { ...edge, fromEntity: { fullyQualifiedName: name, type: 'topic' } } }],
      ['DELETE', `/lineage/topic/${id}/table/${tableId}`],
      ['DELETE', `/lineage/topic/${id}/type/Manual`],
      ['GET', `/dataContracts/entity?entityType=topic&entityId=${id}`],
      ['POST', `/dataContracts/entity/validate?entityType=topic&entityId=${id}`],
    ];
    const there = asked(topic.id, topic.fullyQualifiedName);
    const absent = asked(UNKNOWN, `${kafka}.none`);
    for (const [i, [method, path, body]] of there.entries()) {
      const [, otherPath, otherBody] = absent[i]!;
      const [one, other] = [
        await viewer.send(method, path, { body }),
        await viewer.send(method, otherPath, { body: otherBody }),
      ];
      expect([method, path, one.status, withoutNames(one.body)]).toEqual([
        method,
        path,
        other.status,
        withoutNames(other.body),
      ]);
      expect([method, path, one.status >= 400]).toEqual([method, path, true]);
    }

    /** The answer without what was sent. */
    function withoutNames(body: Record<string, unknown>): string {
      let text = JSON.stringify({ ...body, requestId: undefined });
      for (const sent of [topic.id, topic.fullyQualifiedName, UNKNOWN, `${kafka}.none`])
        text = text.replaceAll(sent, '…');
      return text;
    }
  });

  it('the contract of an asset is not told of by a dry run, to those who may not create one', async () => {
    const table = await world.table(schema, unique('t'));
    const entity = { id: table.id, type: 'table' };
    await make('/dataContracts', { name: 'taken', entity, owners: [{ id: keeper.id, type: 'user' }] });
    const hides = { ...DENIES, resources: ['dataContract'], condition: OTHERS };
    const viewer = await reader(hides);
    const creator = await reader(hides, { effect: 'allow', operations: ['All'], resources: ['dataContract'] });
    const odcs = {
      apiVersion: 'v3.1.0',
      kind: 'DataContract',
      id: 'x',
      name: 'other',
      version: '1.0.0',
      status: 'draft',
    };
    for (const name of ['taken', 'other']) {
      const body = { name, entity };
      expect([name, (await viewer.post('/dataContracts/validate', body)).body]).toEqual([
        name,
        { valid: true, errors: [] },
      ]);
      expect([name, (await creator.post('/dataContracts/validate', body)).body.valid]).toEqual([name, false]);
      const checked = await viewer.post(`/dataContracts/odcs/validate/yaml?entityType=table&entityId=${table.id}`, {
        ...odcs,
        name,
      });
      expect([name, checked.status, checked.body.valid]).toEqual([name, 200, true]);
    }
    const wrong = { name: 'taken', entity, schema: [{ name: 'nothing', dataType: 'INT' }] };
    expect((await viewer.post('/dataContracts/validate', wrong)).body.valid).toBe(false);
    expect((await world.client.must<Page>('GET', `/dataContracts?entity=${table.id}`)).data).toHaveLength(1);
  });
});
