import { randomBytes, randomUUID } from 'node:crypto';
import { SecretBox } from '@app/auth';
import { entityTypes, ServiceSecrets } from '@app/catalog';
import type { Actor } from '@app/common';
import { ADMIN, CatalogFixture, failure, mayDo, read, type Document } from '../catalog.fixture';

const TYPE = 'databaseService';
const MASK = '*********';
const connection = (password: string, hostPort = 'db:5432') => ({
  config: { type: 'Postgres', username: 'etl', hostPort, authType: { password } },
});
const bot: Actor & { isBot: true } = {
  ...{ name: 'reader', id: randomUUID(), isAdmin: false, isBot: true, ownerIds: new Set<string>() },
  rules: [mayDo(['ViewAll', 'ViewSecrets'], 'All')],
};

describe('a service whose connection another signing key has sealed', () => {
  let catalog: CatalogFixture;
  let service: Document;

  beforeAll(async () => (catalog = await CatalogFixture.open()));
  afterAll(() => catalog.close());
  beforeEach(async () => {
    service = await catalog.make(TYPE, { connection: connection('first') });
    await catalog.database.query(
      `update service_connection set sealed = $2 where node = (select node from entity where id = $1)`,
      [service.id, new SecretBox(randomBytes(32)).seal(JSON.stringify(connection('first')))],
    );
  });

  const put = (more: object): Promise<unknown> =>
    catalog.writer.put(ADMIN, entityTypes.get(TYPE), { name: service.name, serviceType: 'Postgres', ...more });
  const revealed = async (): Promise<unknown> => {
    const type = entityTypes.get(TYPE);
    const answer = await catalog.reader.get(bot, type, { id: service.id }, 'connection', 'non-deleted');
    return read(await catalog.part(ServiceSecrets).reveal(bot, type, answer)).connection;
  };

  it('takes a new one, which is then read', async () => {
    await put({ connection: connection('second') });
    expect(await revealed()).toEqual(connection('second'));
  });

  it('takes changes beside it', async () => {
    await put({ connection: connection(MASK), description: 'of sales' });
    await catalog.patch(TYPE, service.fullyQualifiedName, { op: 'add', path: '/displayName', value: 'Sales' });
    expect(await catalog.get(TYPE, service.fullyQualifiedName, 'connection')).toMatchObject({
      ...{ description: 'of sales', displayName: 'Sales', connection: connection(MASK) },
    });
  });

  it('takes a body without one, which removes it', async () => {
    await put({ description: 'of sales' });
    expect((await catalog.get(TYPE, service.fullyQualifiedName, 'connection')).connection).toBeUndefined();
    expect(
      await catalog.database.query(`select from service_connection c join entity e using (node) where e.id = $1`, [
        service.id,
      ]),
    ).toEqual([]);
  });

  it('takes its removal, and a new one afterwards', async () => {
    const fqn = service.fullyQualifiedName;
    await catalog.patch(TYPE, fqn, { op: 'remove', path: '/connection' });
    expect((await catalog.get(TYPE, fqn, 'connection')).connection).toBeUndefined();
    await catalog.patch(TYPE, fqn, { op: 'add', path: '/connection', value: connection('third') });
    expect(await revealed()).toEqual(connection('third'));
  });

  it('refuses a mask beside a change, naming where it stands', async () => {
    const refused = await failure(put({ connection: connection(MASK, 'other:5432') }));
    expect(refused.code).toBe('BAD_REQUEST');
    expect(refused.details).toEqual([
      {
        field: 'connection.config.authType.password',
        message: expect.stringMatching(/another signing key.*send it anew/),
      },
    ]);
  });

  it('is shown masked, and says what is wrong to who may view secrets', async () => {
    expect((await catalog.get(TYPE, service.fullyQualifiedName, 'connection')).connection).toEqual(connection(MASK));
    expect(await failure(revealed())).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('signing key'),
    });
  });
});
