import type { ConnectionKind } from '../../api/connection-kinds';
import { connectCommand, connectionYaml, quoted } from './connection-command';
import { configOf, draftOf, fieldsOf, missingIn } from './connection-fields';
import { readConnectionString } from './connection-string';

const SECRET = 'p@ss/w:rd';
const MASK = '*********';

const text = (title: string, part?: string) => ({ type: 'string', title, 'x-connection-string': part });
const postgres: ConnectionKind = {
  engine: 'postgres',
  driver: { package: 'pg', installed: true },
  serviceTypes: ['Postgres', 'Timescale'],
  schemes: { postgres: 'Postgres', postgresql: 'Postgres' },
  schema: {
    required: ['hostPort', 'username', 'database'],
    properties: {
      hostPort: text('Host and port', 'host'),
      username: text('User', 'user'),
      authType: {
        type: 'object',
        properties: { password: { ...text('Password', 'password'), format: 'password', writeOnly: true } },
      },
      database: text('Database', 'path'),
      ingestAllDatabases: { type: 'boolean', title: 'All databases', default: false },
      sslMode: { ...text('TLS', '?sslmode'), enum: ['disable', 'require'] },
      sslConfig: {
        type: 'object',
        properties: {
          sslKey: {
            ...text('Client key'),
            contentMediaType: 'application/x-pem-file',
            format: 'password',
            writeOnly: true,
          },
        },
      },
      older: { ...text('Password'), deprecated: true },
    },
  },
};
const fields = fieldsOf(postgres);
const whole = { hostPort: 'db:5432', username: 'reader', database: 'shop' };

describe('the form of a connection', () => {
  it('asks for the members of the schema, those that most need first, and not for other places of the same', () => {
    expect(fields.map(({ path, input, isFirst }) => [path, input, isFirst])).toEqual([
      ['hostPort', 'text', true],
      ['username', 'text', true],
      ['authType.password', 'secret', true],
      ['database', 'text', true],
      ['ingestAllDatabases', 'switch', false],
      ['sslMode', 'choice', true],
      ['sslConfig.sslKey', 'pem', false],
    ]);
  });

  it('sends what was entered, and nothing that is as it is anyway', () => {
    const draft = { ...draftOf(fields), ...whole, 'authType.password': ` ${SECRET}` };
    expect(configOf(fields, draft)).toEqual({ ...whole, authType: { password: ` ${SECRET}` } });
    expect(configOf(fields, { ...draft, ingestAllDatabases: 'true', username: ' reader ' })).toMatchObject({
      ingestAllDatabases: true,
      username: 'reader',
    });
    expect(missingIn(fields, { ...draft, database: ' ' })).toEqual(['Database']);
  });

  it('keeps the secret that is stored where none is entered, and members that it does not ask for', () => {
    const stored = { ...whole, type: 'Postgres', authType: { password: MASK }, sslMode: 'require' };
    const draft = draftOf(fields, stored);
    expect(draft['authType.password']).toBe('');
    expect(configOf(fields, draft, stored)).toEqual(stored);
    expect(configOf(fields, { ...draft, sslMode: '', 'authType.password': SECRET }, stored)).toEqual({
      ...whole,
      type: 'Postgres',
      authType: { password: SECRET },
    });
  });
});

describe('a connection string', () => {
  it.each([
    [`postgresql://reader:p%40ss%2Fw%3Ard@db:5432/shop?sslmode=require`, 'require'],
    [`postgres://reader:${SECRET}@db:5432/shop`, undefined],
    [`jdbc:postgresql://db:5432/shop?user=reader&password=${encodeURIComponent(SECRET)}`, undefined],
    [`postgresql+psycopg2://reader:p%40ss%2Fw%3Ard@db:5432/shop`, undefined],
  ])('%s fills in the form, and its secret is not shown again', (given, sslMode) => {
    const read = readConnectionString(given, [postgres])!;
    const expected = { ...whole, 'authType.password': SECRET, ...(sslMode && { sslMode }) };
    expect([read.serviceType, read.values, read.ignored]).toEqual(['Postgres', expected, []]);
    expect(read.shown).not.toContain('ss');
  });

  it('says what it left out, and is none of another kind', () => {
    const read = readConnectionString('postgres://u@db/shop?application_name=x', [postgres]);
    expect(read).toMatchObject({ values: { hostPort: 'db', username: 'u', database: 'shop' } });
    expect(read?.ignored).toEqual(['application_name']);
    for (const odd of ['', 'shop', 'https://db/shop', 'postgres://']) {
      expect(readConnectionString(odd, [postgres])).toBeUndefined();
    }
  });
});

describe('the same from a terminal', () => {
  const command = (draft: Record<string, string>) => {
    const entered = { ...draftOf(fields), ...draft };
    const config = configOf(fields, entered);
    return [
      connectCommand({ name: 'my shop', serviceType: 'Postgres', fields, draft: entered, config }),
      connectionYaml('Postgres', fields, config),
    ];
  };

  it('has no secret, and options where they say it all', () => {
    const [line, yaml] = command({ ...whole, 'authType.password': SECRET });
    expect(line).toBe(
      `node bin/metadata-catalog.cjs connect 'my shop' --type Postgres --host-port db:5432 --user reader --database shop`,
    );
    expect(yaml).toBe('type: Postgres\nhostPort: db:5432\nusername: reader\ndatabase: shop\n');
  });

  it('has a file for the rest, without keys', () => {
    const [line, yaml] = command({ ...whole, sslMode: 'disable', 'sslConfig.sslKey': `-----BEGIN ${SECRET}` });
    expect(line).toBe(`node bin/metadata-catalog.cjs connect 'my shop' --type Postgres --config-file connection.yaml`);
    expect(yaml).toContain('sslMode: disable');
    expect(yaml).not.toContain(SECRET);
  });

  it('quotes what a shell would read', () => expect(quoted(`a'b`)).toBe(String.raw`'a'\''b'`));
});
