import { entityTypes } from '@app/catalog';
import { CatalogFixture } from '../catalog.fixture';
import { describeOperations } from './operation-conduct';

describe('the operations of every type of the catalog', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  describe.each(entityTypes.all().map(({ type }) => type))('%s', (type) => {
    describeOperations(type, () => catalog);
  });
});
