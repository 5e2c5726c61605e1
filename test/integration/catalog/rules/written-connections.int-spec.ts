import { entityTypes } from '@app/catalog';
import { ADMIN, CatalogFixture, type Document } from '../catalog.fixture';

const TYPE = 'databaseService';
const connection = (hostPort: string) => ({ config: { type: 'Postgres', username: 'etl', hostPort } });

describe('the connection of a service', () => {
  let catalog: CatalogFixture;
  beforeAll(async () => (catalog = await CatalogFixture.open()));
  afterAll(() => catalog.close());

  const requiresTls = async ({ id }: Document): Promise<unknown> => {
    const text = `select c.requires_tls from service_connection c join entity e using (node) where e.id = $1`;
    return (await catalog.database.query<{ requires_tls: boolean }>(text, [id]))[0]?.requires_tls;
  };
  const put = ({ name }: Document, more: object): Promise<unknown> =>
    catalog.writer.put(ADMIN, entityTypes.get(TYPE), { name, serviceType: 'Postgres', ...more });

  it('requires TLS from its next write on, where it says nothing of it', async () => {
    const service = await catalog.make(TYPE, { connection: connection('db:5432') });
    expect(await requiresTls(service)).toBe(true);
    // As one that was stored before.
    await catalog.database.query(
      `update service_connection set requires_tls = false where node = (select node from entity where id = $1)`,
      [service.id],
    );
    await put(service, { connection: connection('db:5432'), description: 'of sales' });
    expect(await requiresTls(service)).toBe(false);
    await put(service, { connection: connection('other:5432'), description: 'of sales' });
    expect(await requiresTls(service)).toBe(true);
  });
});
