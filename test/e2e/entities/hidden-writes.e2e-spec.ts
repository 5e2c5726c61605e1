import type { RestAnswer, RestClient } from '../../support/rest-client';
import { CatalogWorld, part, unique, type Entity } from './catalog-world';

const DENIES = { effect: 'deny', operations: ['ViewAll', 'ViewBasic'] };
const ALLOWS = { effect: 'allow', operations: ['All'], resources: ['All'] };
const OTHERS = '!isOwner() && !noOwner()';

interface Refusal {
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/** Writes of entities that refer to something which their writer does not see. */
describe('a write by somebody who does not see all of an entity', () => {
  let world: CatalogWorld;
  let owners: object[];
  let schema: string;

  const make = (path: string, body: object): Promise<Entity> => world.client.must('POST', path, body);
  const writer = async (...denied: object[]): Promise<RestClient> => {
    const role = unique('role');
    const rules = [...denied.map((one, i) => ({ name: `d${i}`, ...DENIES, ...one })), { name: 'a', ...ALLOWS }];
    await make('/policies', { name: `${role}_policy`, rules });
    await make('/roles', { name: role, policies: [`${role}_policy`] });
    return world.service.client(unique('writer'), role);
  };

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    const keeper = await make('/users', { name: unique('keeper'), email: `${unique('k')}@example.com` });
    owners = [{ id: keeper.id, type: 'user' }];
    schema = await world.schema();
  });

  describe.each(['single ones', 'the whole types'])('from whom %s are hidden', (what) => {
    let someone: RestClient;
    let table: Entity;
    let hidden: { domain: Entity; team: Entity; tag: Entity };

    beforeAll(async () => {
      const condition = what === 'single ones' ? { condition: OTHERS } : {};
      someone = await writer({ resources: ['domain', 'team', 'tag'], ...condition });
      const classification = unique('cls');
      await make('/classifications', { name: classification, description: 'C' });
      hidden = {
        domain: await make('/domains', { name: unique('domain'), domainType: 'Aggregate', description: 'D', owners }),
        team: await make('/teams', { name: unique('team'), teamType: 'Group', owners }),
        tag: await make('/tags', { name: 'hidden', classification, description: 'T', owners }),
      };
      table = await world.table(schema, unique('t'), {
        owners: [{ id: hidden.team.id, type: 'team' }],
        domains: [hidden.domain.fullyQualifiedName],
        tags: [{ tagFQN: hidden.tag.fullyQualifiedName }],
      });
    });

    const tags = (...names: string[]): object[] => names.map((tagFQN) => ({ tagFQN }));
    const refs = (type: string, ...names: string[]): object[] =>
      names.map((fullyQualifiedName) => ({ type, fullyQualifiedName }));

    /** By what is referred to already or is not there: parts of a body with something absent before or behind it. */
    const bodies = (names: { domain: string; team: string; tag: string }): Record<string, object> => ({
      'an owner behind one of nothing': { owners: refs('team', 'zz_none', names.team) },
      'an owner before one of nothing': { owners: refs('team', names.team, 'zz_none') },
      'a domain beside an owner of nothing': { owners: refs('team', 'zz_none'), domains: [names.domain] },
      'a tag behind one of nothing': { tags: tags('zz.none', names.tag) },
      'a tag beside a domain of nothing': { domains: ['zz_none'], tags: tags(names.tag) },
      'an owner': { owners: refs('team', names.team) },
      'a tag': { tags: tags(names.tag) },
    });

    const told = ({ status, body }: RestAnswer<Refusal>, names: Record<string, string>): string => {
      let text = JSON.stringify([status, body.message, body.details]);
      for (const [kind, name] of Object.entries(names)) text = text.replaceAll(name, `<${kind}>`);
      return text;
    };

    it.each(['PATCH', 'PUT', 'bulk'])('is answered alike for what is hidden and what is not there: %s', async (way) => {
      const there = {
        domain: hidden.domain.fullyQualifiedName,
        team: hidden.team.fullyQualifiedName,
        tag: hidden.tag.fullyQualifiedName,
      };
      const absent = { domain: unique('none'), team: unique('none'), tag: `${unique('none')}.none` };
      const ask = async (body: object): Promise<RestAnswer<Refusal>> => {
        if (way === 'PATCH') {
          const patch = Object.entries(body).map(([name, value]) => ({
            op: 'add',
            path: `/${name}`,
            value: value as object,
          }));
          return someone.patch<Refusal>(`/tables/${table.id}`, patch);
        }
        const columns = [{ name: 'id', dataType: 'BIGINT' }];
        const whole = { name: table.name, databaseSchema: schema, columns, ...body };
        if (way === 'PUT') return someone.put<Refusal>('/tables', whole);
        const answer = await someone.put<{ results: { status: number; error: Refusal }[] }>('/tables/bulk', {
          entities: [whole],
        });
        const [row] = answer.body.results;
        return { ...answer, status: row!.status, body: row!.error };
      };
      for (const [name, body] of Object.entries(bodies(there))) {
        const [one, other] = [await ask(body), await ask(bodies(absent)[name]!)];
        expect([name, told(one, there)]).toEqual([name, told(other, absent)]);
        expect([name, one.status >= 400]).toEqual([name, true]);
      }
      const after = await world.client.must<Entity>('GET', `/tables/${table.id}?fields=owners,domains,tags`);
      expect(after).toMatchObject({
        version: table.version,
        owners: [{ id: hidden.team.id }],
        domains: [{ id: hidden.domain.id }],
      });
    });
  });

  it('may patch what lies in something hidden, or needs it, and leaves that as it is', async () => {
    const own = await world.schema();
    const table = await world.table(own, unique('t'));
    const definition = unique('definition');
    await make('/dataQuality/testDefinitions', { name: definition, entityType: 'TABLE', testPlatforms: ['Other'] });
    const testCase = await make('/dataQuality/testCases', {
      ...{ name: 'rows', testDefinition: definition },
      entityLink: `<#E::table::${table.fullyQualifiedName}>`,
    });
    const glossary = unique('glossary');
    await make('/glossaries', { name: glossary, description: 'G' });
    const term = await make('/glossaryTerms', { name: 'term', glossary, description: 'T' });
    const someone = await writer({ resources: ['databaseSchema', 'glossary', 'testDefinition'] });
    const patched = [
      [`/tables/${table.id}`, 'databaseSchema', own],
      [`/glossaryTerms/${term.id}`, 'glossary', glossary],
      [`/dataQuality/testCases/${testCase.id}`, 'testDefinition', definition],
    ] as const;
    for (const [path, member, name] of patched) {
      const answer = await someone.patch(path, [{ op: 'add', path: '/description', value: 'As it is now' }]);
      expect([path, answer.status, answer.body.description]).toEqual([path, 200, 'As it is now']);
      expect(answer.body).not.toHaveProperty(member);
      const after = await world.client.must<Entity>('GET', path);
      expect(after).toMatchObject({ description: 'As it is now', [member]: { fullyQualifiedName: name } });
    }
  });

  it('is not told who else wrote, where users are hidden', async () => {
    const name = unique('jane.doe');
    const author = await world.service.client(name, 'Admin');
    const [from, to] = [await world.table(schema, unique('a')), await world.table(schema, unique('b'))];
    const edge = { fromEntity: { id: from.id, type: 'table' }, toEntity: { id: to.id, type: 'table' } };
    await author.must('PUT', '/lineage', { edge });
    const reader = await writer({ resources: ['user'] });
    for (const path of [
      `/lineage/getLineageEdge/${from.id}/${to.id}`,
      `/lineage/table/${from.id}`,
      `/lineage/graph?type=table&fqn=${part(from.fullyQualifiedName)}`,
      `/lineage/export?type=table&fqn=${part(from.fullyQualifiedName)}&format=json`,
    ]) {
      expect([path, JSON.stringify((await world.client.get(path)).body).includes(name)]).toEqual([path, true]);
      const { status, body } = await reader.get(path);
      expect([path, status, JSON.stringify(body).includes(name)]).toEqual([path, 200, false]);
    }
  });
});
