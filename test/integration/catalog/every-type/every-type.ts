import { entityTypes } from '@app/catalog';
import { CatalogFixture, typeNamed } from '../catalog.fixture';
import { has } from './conduct.support';

type Describe = (type: string, catalogOf: () => CatalogFixture) => void;

/** Registers the tests of each type of the catalog. */
export function describeEveryType(what: string, describeType: Describe): void {
  describeTypes(
    `${what} of every type`,
    entityTypes.all().map(({ type }) => type),
    describeType,
  );
}

/** Registers the tests of one type of each shape: what they look at is the same for all types of a shape. */
export function describeEachShape(what: string, describeType: Describe): void {
  const ofShape = new Map<string, string>();
  for (const { type } of entityTypes.all()) if (!ofShape.has(shapeOf(type))) ofShape.set(shapeOf(type), type);
  describeTypes(`${what} of a type of each shape`, [...ofShape.values()], describeType);
}

/** Where its entities lie, and what they bear. */
function shapeOf(type: string): string {
  const { nameOf, parents, required } = typeNamed(type);
  const borne = ['owners', 'reviewers', 'tags', 'followers', 'votes', 'extension'].filter((member) =>
    has(type, member),
  );
  return JSON.stringify([nameOf !== undefined, parents.map((one) => one.required), required.length > 0, borne]);
}

function describeTypes(what: string, types: readonly string[], describeType: Describe): void {
  describe(what, () => {
    let catalog: CatalogFixture;

    beforeAll(async () => {
      catalog = await CatalogFixture.open();
    });

    afterAll(() => catalog.close());

    describe.each(types)('%s', (type) => {
      describeType(type, () => catalog);
    });
  });
}
