import { defineEntityType, entityTypes, filtersOf, shape } from '@app/catalog';
import { ADMIN, CatalogFixture, typeNamed } from './catalog.fixture';
import { describeLife } from './every-type/life-conduct';
import { describeOperations } from './every-type/operation-conduct';
import { describeOutline } from './every-type/outline-conduct';

const garden = defineEntityType({
  type: 'garden',
  collection: 'gardens',
  description: 'The root of what grows in it.',
  attributes: { area: shape.base(shape.integer) },
  required: ['area'],
  example: { name: 'orchard', area: 12 },
});

const plant = defineEntityType({
  type: 'plant',
  collection: 'garden/plants',
  description: 'Something that grows.',
  parents: [{ property: 'garden', types: ['garden'], required: true }],
  ancestors: [{ property: 'garden', at: 'root', types: ['garden'] }],
  fqnBetween: ['plants'],
  attributes: {
    kind: shape.base(shape.oneOf('tree', 'herb')),
    parts: shape.parts(shape.array(shape.part('Column')), 'request', { columns: true }),
  },
  relations: { neighbours: shape.many('plant') },
  required: ['kind'],
  example: { name: 'apple', garden: 'orchard', kind: 'tree', parts: [{ name: 'leaf', dataType: 'int' }] },
});

// Declared and nothing else: no table, no service, no route.
entityTypes.register(garden);
entityTypes.register(plant);

describe('a type that is only declared', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  describe.each(['garden', 'plant'])('%s', (type) => {
    describeOutline(type, () => catalog);
    describeLife(type, () => catalog);
    describeOperations(type, () => catalog);
  });

  it('has filters by its ancestors and the common ones', () => {
    expect(Object.keys(filtersOf(plant)).sort()).toEqual(['domain', 'garden', 'mine', 'owner', 'tag']);
  });

  it('lies in its parent, with the words of the type between their names', async () => {
    const { fullyQualifiedName: fqn } = await catalog.make('garden');
    const made = await catalog.make('plant', { garden: fqn, name: 'red.apple', kind: 'tree' });
    expect(made.fullyQualifiedName).toBe(`${fqn}.plants."red.apple"`);
    expect(made.garden).toMatchObject({ fullyQualifiedName: fqn, type: 'garden' });
    const list = await catalog.reader.list(ADMIN, typeNamed('plant'), {
      limit: 10,
      include: 'all',
      filters: { garden: fqn },
    });
    expect(JSON.parse(String(list))).toMatchObject({ data: [{ id: made.id }], paging: { total: 1 } });
  });

  it('cannot be declared twice', () => {
    expect(() => entityTypes.register(plant)).toThrow('plant is declared twice');
  });
});
