import { entityTypes } from '@app/catalog';
import { CatalogFixture } from '../catalog.fixture';

/** Registers the tests of each type of the catalog, which share a catalog. */
export function describeEveryType(
  what: string,
  describeType: (type: string, catalogOf: () => CatalogFixture) => void,
): void {
  describe(`${what} of every type of the catalog`, () => {
    let catalog: CatalogFixture;

    beforeAll(async () => {
      catalog = await CatalogFixture.open();
    });

    afterAll(() => catalog.close());

    describe.each(entityTypes.all().map(({ type }) => type))('%s', (type) => {
      describeType(type, () => catalog);
    });
  });
}
