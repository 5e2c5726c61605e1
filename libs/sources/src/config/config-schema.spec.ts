import { ENGINES } from '../engines';
import { targetsOf } from './config-field';

/** A config in which one member has a value. */
const configWith = (path: string, value: unknown): Record<string, unknown> =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Record<string, unknown>;

const members = ENGINES.flatMap((engine) =>
  Object.keys(engine.fields).map((path) => ({ engine, name: engine.name, path })),
);

describe('the members of connections', () => {
  it.each(members)('$name reads $path, and says what is wrong with it', ({ engine, path }) => {
    expect(engine.readConfig(configWith(path, { odd: true }))).toMatchObject({
      faults: expect.arrayContaining([expect.objectContaining({ field: `connection.config.${path}` })]) as unknown,
    });
  });

  // The digest of a stored connection is made of them in this order: another one would suspend the access of all.
  it.each([
    [
      'postgres',
      'hostPort username database ingestAllDatabases sslMode sslConfig.caCertificate sslConfig.sslCertificate',
      '',
    ],
    [
      'mysql',
      'hostPort username databaseName databaseSchema sslConfig.caCertificate sslConfig.sslCertificate',
      'sslMode',
    ],
    ['files', 'configSource.type configSource.path databaseName tables', ''],
    ['clickhouse', 'hostPort username https secure', ''],
    ['trino', 'hostPort username catalog', ''],
    [
      'redshift',
      'hostPort username database ingestAllDatabases sslMode sslConfig.caCertificate sslConfig.sslCertificate',
      '',
    ],
    ['snowflake', 'account username warehouse database role', ''],
    ['mssql', 'hostPort username database encrypt trustServerCertificate', ''],
    ['bigquery', 'hostPort billingProjectId', ''],
    ['databricks', 'hostPort httpPath authType.clientId catalog', ''],
  ])('that lead somewhere stay in their order: %s', (name, targets, later) => {
    const { fields } = ENGINES.find((engine) => engine.name === name)!;
    expect(targetsOf(fields).join(' ')).toBe(targets);
    expect(targetsOf(fields, 'later').join(' ')).toBe(later);
  });

  it('are listed here of every engine', () => expect(ENGINES).toHaveLength(10));
});
