import { ADMIN, CatalogFixture, newName, read, typeNamed, type Document } from '../catalog.fixture';

/** Rounds of a race: enough that both orders come up. */
const ROUNDS = 12;
const WRITERS = 6;

const DANGLING = `
  select u.tag_fqn, e.fqn from tag_usage u join entity e on e.node = u.node
   where not exists (select 1 from entity t
     where t.type = case u.source when 'Glossary' then 'glossaryTerm' else 'tag' end and t.fqn = u.tag_fqn)`;

describe('labels of a tag', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const label = (tagFQN: string, source = 'Classification') => ({ tagFQN, source });
  const rename = (type: string, { fullyQualifiedName }: Document, name: string): Promise<Document> =>
    catalog.patch(type, fullyQualifiedName, { op: 'replace', path: '/name', value: name });
  const byId = async (type: string, { id }: Document): Promise<Document> =>
    read(await catalog.reader.get(ADMIN, typeNamed(type), { id }, '*', 'all'));

  /** The ways in which a label comes to stand on an entity. */
  async function writers(tag: Document): Promise<(() => Promise<unknown>)[]> {
    const tags = [label(tag.fullyQualifiedName)];
    const bodies = await Promise.all(Array.from({ length: WRITERS }, () => catalog.body('domain')));
    const there = await catalog.make('domain');
    return [
      ...bodies.slice(2).map((body) => () => catalog.create('domain', { ...body, tags })),
      () =>
        catalog.bulk.put(
          ADMIN,
          typeNamed('domain'),
          bodies.slice(0, 2).map((body) => ({ ...body, tags })),
          {},
        ),
      () => catalog.patch('domain', there.fullyQualifiedName, { op: 'add', path: '/tags', value: tags }),
    ];
  }

  async function expectLabelsAgree(): Promise<void> {
    expect(await catalog.database.query(DANGLING)).toEqual([]);
    const differing = await catalog.database.query(
      `select e.fqn, l.label ->> 'tagFQN' as shown from entity e, jsonb_array_elements(e.details -> 'tags') l(label)
        where not exists (select 1 from tag_usage u
          where u.node = e.node and u.tag_fqn = l.label ->> 'tagFQN' and u.source = l.label ->> 'source')`,
    );
    expect(differing).toEqual([]);
  }

  it('that is renamed while they are put on things follow it, or are refused', async () => {
    let written = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const tag = await catalog.make('tag');
      const all = await writers(tag);
      const writes = all.map((write) => write());
      const renamed = rename('tag', tag, newName('new'));
      written += (await Promise.allSettled(writes)).filter(({ status }) => status === 'fulfilled').length;
      await renamed;
    }
    expect(written).toBeGreaterThan(0);
    await expectLabelsAgree();
  });

  it('whose classification is renamed, or that is deleted for good, leave nothing behind', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const above = await catalog.make('classification');
      const tag = await catalog.make('tag', { classification: above.fullyQualifiedName });
      const writes = (await writers(tag)).map((write) => write());
      const removal = { hardDelete: true, recursive: true };
      const change =
        round % 2
          ? rename('classification', above, newName('new'))
          : catalog.remover.remove(ADMIN, typeNamed('classification'), { id: above.id }, removal);
      await Promise.allSettled(writes);
      await change;
    }
    await expectLabelsAgree();
  });

  it('and of a term of the same FQN stand on one thing, each with its own name', async () => {
    const name = newName('same');
    const tag = await catalog.make('tag', {
      name,
      classification: (await catalog.make('classification', { name })).name,
    });
    const term = await catalog.make('glossaryTerm', {
      name,
      glossary: (await catalog.make('glossary', { name })).name,
    });
    expect(tag.fullyQualifiedName).toBe(term.fullyQualifiedName);
    const tags = [label(tag.fullyQualifiedName), label(term.fullyQualifiedName, 'Glossary')];
    const domain = await catalog.make('domain', { tags });
    expect(domain.tags).toMatchObject(tags);
    const renamed = await rename('tag', tag, newName('new'));
    expect((await byId('domain', domain)).tags).toMatchObject([label(renamed.fullyQualifiedName), tags[1]]);
    expect((await rename('tag', renamed, name)).fullyQualifiedName).toBe(tag.fullyQualifiedName);
    const body = { name: domain.name, domainType: 'Aggregate', description: 'put', tags };
    await catalog.writer.put(ADMIN, typeNamed('domain'), body);
    expect((await byId('domain', domain)).tags).toMatchObject(tags);
    await catalog.remover.remove(ADMIN, typeNamed('tag'), { id: tag.id }, { hardDelete: true, recursive: true });
    expect((await byId('domain', domain)).tags).toMatchObject([tags[1]]);
    await expectLabelsAgree();
  });
});
