import type { Actor } from '@app/common';
import { ADMIN, CatalogFixture, typeNamed, type Document } from '../catalog.fixture';

/** Of tables and tags the reader sees its own ones. Nobody can tell of what is gone whose it was. */
describe('what was hidden and is gone for good', () => {
  let catalog: CatalogFixture;
  let reader: Actor;
  let product: Document;
  let term: Document;
  let secrets: string[];
  let gone: readonly (readonly [string, Document])[];

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    const { name, id } = await catalog.make('user');
    const other = await catalog.make('user');
    const allow = { effect: 'allow', operations: ['All'] } as const;
    const rules = [
      { ...allow, name: 'all', resources: ['dataProduct', 'domain', 'glossaryTerm', 'classification'] },
      { ...allow, name: 'own', resources: ['table', 'tag'], condition: 'isOwner()' },
    ];
    reader = { name, id, isAdmin: false, ownerIds: new Set([id]), rules };
    const table = await catalog.make('table', { owners: [other.id] });
    const tag = await catalog.make('tag');
    term = await catalog.make('glossaryTerm');
    secrets = [table.id, table.name, tag.fullyQualifiedName];
    gone = [
      ['table', table],
      ['tag', tag],
    ];
    product = await catalog.make('dataProduct', {
      assets: [{ id: table.id, type: 'table' }],
      tags: [
        { tagFQN: tag.fullyQualifiedName, source: 'Classification' },
        { tagFQN: term.fullyQualifiedName, source: 'Glossary' },
      ],
    });
    const { fullyQualifiedName } = product;
    await catalog.patch('dataProduct', fullyQualifiedName, { op: 'replace', path: '/assets', value: [] });
    await catalog.patch('dataProduct', fullyQualifiedName, { op: 'replace', path: '/tags', value: [] });
  });

  afterAll(() => catalog.close());

  it('is no more named in history than before', async () => {
    const told = async (as: Actor): Promise<string[]> => {
      const history = JSON.stringify(await catalog.versions.list(as, typeNamed('dataProduct'), product.id));
      return [...secrets, term.fullyQualifiedName].filter((secret) => history.includes(secret));
    };
    expect(await told(reader)).toEqual([term.fullyQualifiedName]);
    for (const [type, { id }] of gone)
      await catalog.remover.remove(ADMIN, typeNamed(type), { id }, { hardDelete: true, recursive: true });
    expect(await told(ADMIN)).toEqual([...secrets, term.fullyQualifiedName]);
    expect(await told(reader)).toEqual([term.fullyQualifiedName]);
  });
});
