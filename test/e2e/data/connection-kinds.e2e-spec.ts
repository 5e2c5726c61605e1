import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly title?: string;
  readonly writeOnly?: boolean;
  readonly format?: string;
}
interface Kind {
  readonly engine: string;
  readonly driver: { readonly package: string; readonly installed: boolean };
  readonly serviceTypes: readonly string[];
  readonly schema: Schema;
}
type Config = Record<string, unknown>;

const KINDS = '/services/databaseServices/connectionKinds';
const TESTS = '/services/databaseServices/connectionTests';
const MASK = '*********';

const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** Documents of the manual, by the type of service; the keys that it leaves out are there. */
function documentedConfigs(): [string, Config][] {
  const manual = readFileSync(join(__dirname, '../../../docs/sources.md'), 'utf8');
  const found = manual.matchAll(/`connection\.config` of a service of the type (\w+), for example:\n\n {4}(\{.*\})\n/g);
  return [...found].map(([, type = '', text = '']) => [
    type,
    JSON.parse(text, (key, value: unknown) => (key === 'privateKey' ? PEM : value)) as Config,
  ]);
}

/** Members that are no objects, with their paths. */
function leavesOf(
  { properties = {} }: Schema,
  path: readonly string[] = [],
): { path: readonly string[]; of: Schema }[] {
  return Object.entries(properties).flatMap(([name, one]) =>
    one.type === 'object' ? leavesOf(one, [...path, name]) : [{ path: [...path, name], of: one }],
  );
}

function withValue(config: Config, [name = '', ...rest]: readonly string[], value: unknown): Config {
  const inner = rest.length > 0 ? withValue((config[name] ?? {}) as Config, rest, value) : value;
  return { ...config, [name]: inner };
}

const valueAt = (config: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((place, name) => (place as Config | undefined)?.[name], config);

const DOCUMENTED = documentedConfigs();

describe('kinds of connections', () => {
  let admin: RestClient;
  let service: RunningService;
  let kinds: readonly Kind[];
  const ajv = new Ajv({ strict: false, formats: { password: true }, allErrors: true });

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    kinds = (await admin.must<{ data: Kind[] }>('GET', KINDS)).data;
  });

  const kindOf = (type: string): Kind => kinds.find(({ serviceTypes }) => serviceTypes.includes(type))!;
  const refusal = (type: string, config: Config) =>
    admin.post<{ details?: { field: string }[] }>(TESTS, { serviceType: type, connection: { config } });

  it('are one for each engine, each with an example in the manual', () => {
    expect(DOCUMENTED.map(([type]) => kindOf(type).engine).sort()).toEqual(kinds.map(({ engine }) => engine).sort());
    expect(kindOf('Postgres').driver).toMatchObject({ package: 'pg', installed: true });
    for (const { schema } of kinds) for (const { of } of leavesOf(schema)) expect(of.title).toBeTruthy();
  });

  it.each(DOCUMENTED)('%s: the example of the manual fits the schema, and the API takes it', async (type, config) => {
    const fits = ajv.compile(kindOf(type).schema);
    expect([fits(config), fits.errors]).toEqual([true, null]);
    const name = `kind_${randomUUID().slice(0, 8)}`;
    await admin.must('POST', '/services/databaseServices', { name, serviceType: type, connection: { config } });
    const { status } = await admin.put(`/services/databaseServices/name/${name}/dataAccess`, {});
    expect(status).toBe(201);
  });

  it.each(DOCUMENTED)('%s: what the schema says of each member, the API says as well', async (type, config) => {
    const { schema } = kindOf(type);
    const fits = ajv.compile(schema);
    for (const { path, of } of leavesOf(schema)) {
      const odd = [{ odd: true }, ...(of.pattern || of.enum ? ['a b'] : [])];
      for (const value of odd) {
        const wrong = withValue(config, path, value);
        expect([path, value, fits(wrong)]).toEqual([path, value, false]);
        const { status, body } = await refusal(type, wrong);
        expect([path, value, status]).toEqual([path, value, 400]);
        expect(body.details?.map(({ field }) => field)).toContain(`connection.config.${path.join('.')}`);
      }
    }
  });

  it.each(DOCUMENTED)('%s: without a member that is required both refuse it', async (type, config) => {
    const { schema } = kindOf(type);
    const fits = ajv.compile(schema);
    for (const { path } of leavesOf(schema)) {
      const less = JSON.parse(JSON.stringify(withValue(config, path, undefined))) as Config;
      if (valueAt(config, path) === undefined || fits(less)) continue;
      expect([path, (await refusal(type, less)).status]).toEqual([path, 400]);
    }
    expect([fits({}), (await refusal(type, {})).status]).toEqual([false, 400]);
  });

  it.each(DOCUMENTED)('%s: no answer has what is writeOnly, and all else comes back', async (type) => {
    const leaves = leavesOf(kindOf(type).schema).filter(({ of }) => of.type !== 'array' && of.type !== 'boolean');
    const config = leaves.reduce<Config>((all, { path }) => withValue(all, path, `value-${path.join('-')}`), {});
    const name = `kind_${randomUUID().slice(0, 8)}`;
    const connection = { config };
    const made = await admin.post<object>('/services/databaseServices', { name, serviceType: type, connection });
    expect(made.status).toBe(201);
    const read = await admin.must<object>('GET', `/services/databaseServices/name/${name}?fields=connection`);
    for (const { path, of } of leaves) {
      const value = `value-${path.join('-')}`;
      expect([path, valueAt(read, ['connection', 'config', ...path])]).toEqual([path, of.writeOnly ? MASK : value]);
      if (of.writeOnly) for (const answer of [made.body, read]) expect(JSON.stringify(answer)).not.toContain(value);
      if (of.format === 'password') expect(of.writeOnly).toBe(true);
    }
  });

  it('are for those who may connect sources', async () => {
    const name = `kinds_${randomUUID().slice(0, 8)}`;
    await admin.must('POST', '/users', { name, email: `${name}@example.com` });
    const { status, body } = await (await service.client(name)).get<{ message: string }>(KINDS);
    expect([status, body.message]).toEqual([403, expect.stringContaining('ConnectData') as unknown]);
  });
});
