import { entityTypes } from '@app/catalog';
import { CatalogFixture } from '../catalog.fixture';
import { describeLife } from './life-conduct';

describe('the life of every type of the catalog', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  describe.each(entityTypes.all().map(({ type }) => type))('%s', (type) => {
    describeLife(type, () => catalog);
  });
});
