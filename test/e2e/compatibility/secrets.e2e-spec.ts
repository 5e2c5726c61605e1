import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { unique, type Entity } from '../entities/catalog-world';
import { eventually } from '../../support/eventually';

const MASK = '*********';
const CONNECTION = { config: { type: 'Postgres', username: 'etl', authType: { password: 'secret-1' } } };
const withPassword = (password: string): object => ({
  config: { ...CONNECTION.config, authType: { password } },
});

describe('secrets of connections', () => {
  let service: RunningService;
  let admin: RestClient;
  let bot: RestClient;
  let database: Entity;
  let path: string;

  const passwordFor = async (client: RestClient, query = ''): Promise<unknown> =>
    (await client.must<{ connection: typeof CONNECTION }>('GET', `${path}?fields=connection${query}`)).connection.config
      .authType.password;

  beforeAll(async () => {
    service = await RunningService.start({ environment: { LOG_LEVEL: 'info' }, workers: 0 });
    admin = await service.client();
    const policy = await admin.must<Entity>('POST', '/policies', {
      name: unique('policy'),
      rules: [{ name: 'r', effect: 'allow', operations: ['ViewSecrets'], resources: ['databaseService'] }],
    });
    const role = await admin.must<Entity>('POST', '/roles', { name: unique('role'), policies: [policy.name] });
    const name = unique('bot');
    await admin.must('POST', '/users', { name, email: `${name}@example.org`, isBot: true, roles: [role.id] });
    bot = await service.client(name);
    const made = { name: unique('s'), serviceType: 'Postgres', connection: CONNECTION };
    database = await admin.must<Entity>('POST', '/services/databaseServices', made);
    path = `/services/databaseServices/${database.id}`;
  });

  afterAll(() => service.stop());

  it('are shown to the bot that a rule names, by id and name, and each time is logged', async () => {
    expect(await passwordFor(bot)).toBe('secret-1');
    const byName = `/services/databaseServices/name/${database.name}`;
    const inMode = await bot.get<{ connection: object }>(byName, { 'x-compatibility': 'openmetadata' });
    expect(inMode.body.connection).toEqual(CONNECTION);
    const told = (): Promise<number> =>
      Promise.resolve([...service.output('api').matchAll(/read the secrets of the databaseService/g)].length);
    expect(await eventually(told, (times) => times >= 2)).toBe(2);
    expect(service.output('api')).not.toContain('secret-1');
  });

  it('are shown masked to everybody else, and in every other answer', async () => {
    const person = unique('person');
    const role = (await admin.must<{ data: Entity[] }>('GET', '/roles?limit=100')).data.find(({ name }) =>
      name.startsWith('role'),
    )!;
    await admin.must('POST', '/users', { name: person, email: `${person}@example.org`, roles: [role.id] });
    for (const client of [admin, await service.client(person), await service.client(unique('bot'), 'Bot')])
      expect(await passwordFor(client)).toBe(MASK);
    const others = ['/services/databaseServices?fields=connection&limit=100', `${path}/versions`];
    for (const other of others) expect(JSON.stringify((await bot.get(other)).body)).not.toContain('secret-1');
    expect(JSON.stringify((await bot.get(path)).body)).not.toContain('secret-1');
  });

  it('stay where a mask comes back, and change where a secret does', async () => {
    const put = (connection: object) =>
      admin.must<Entity>('PUT', '/services/databaseServices', {
        ...{ name: database.name, serviceType: 'Postgres', connection },
      });
    const { version } = await put(withPassword(MASK));
    expect(version).toBe(database.version);
    expect(await passwordFor(bot)).toBe('secret-1');
    await put(withPassword('secret-2'));
    expect(await passwordFor(bot)).toBe('secret-2');
    expect(await passwordFor(admin)).toBe(MASK);
  });
});
