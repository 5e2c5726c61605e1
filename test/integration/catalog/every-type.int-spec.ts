import { entityTypes } from '@app/catalog';
import { CatalogFixture } from './catalog.fixture';
import { describeConduct } from './entity-conduct';

describe('every type of the catalog', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  describe.each(entityTypes.all().map(({ type }) => type))('%s', (type) => {
    describeConduct(type, () => catalog);
  });
});
