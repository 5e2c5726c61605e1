import { ApiError } from '../connect/api-error';
import { guardFault } from '../sql/guard';
import { type DatabricksConfig, readDatabricksConfig } from './databricks-connection';
import { DATABRICKS } from './databricks-dialect';
import { explainDatabricks } from './databricks-explain';

const PLACE = { hostPort: 'dbc-1.cloud.databricks.com', httpPath: '/sql/1.0/warehouses/0a1b' };
const TOKEN = 'dapi-of-the-reader';

const configOf = (more: object = {}): DatabricksConfig => {
  const read = readDatabricksConfig({ ...PLACE, authType: { token: TOKEN }, ...more });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.config;
};

describe('the config of Databricks', () => {
  it('reads a warehouse by its path of today and of before, and both kinds of login', () => {
    expect(configOf()).toMatchObject({ host: PLACE.hostPort, port: 443, tls: true, warehouse: '0a1b' });
    expect(configOf({ httpPath: 'sql/1.0/endpoints/ff', token: 'x', authType: undefined })).toMatchObject({
      ...{ warehouse: 'ff', login: { token: 'x' } },
    });
    const login = { clientId: 'id', clientSecret: 'secret' };
    expect(configOf({ authType: login, catalog: 'main' })).toMatchObject({ login, catalog: 'main' });
  });

  it.each([
    [['hostPort', 'httpPath', 'authType.token'], {}],
    [['httpPath'], { ...PLACE, token: 'x', httpPath: 'sql/protocolv1/o/1/0101-cluster' }],
    [['authType.clientSecret'], { ...PLACE, authType: { clientId: 'id' } }],
    [['authType.token'], { ...PLACE, authType: { token: 'a\nb' } }],
  ])('names what is wrong: %j', (fields, config) => {
    expect(readDatabricksConfig(config)).toMatchObject({
      faults: fields.map((field) => ({ field: `connection.config.${field}` })),
    });
  });
});

describe('an error of Databricks', () => {
  it.each([
    [0, 'BAD_REQUEST', '[TABLE_OR_VIEW_NOT_FOUND] The table `a` cannot be found.', 'tableNotFound'],
    [0, 'BAD_REQUEST', '[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column', 'sqlError'],
    [0, 'BAD_REQUEST', '[INSUFFICIENT_PERMISSIONS] Insufficient privileges', 'notPermitted'],
    [0, 'BAD_REQUEST', "[NO_SUCH_CATALOG_EXCEPTION] Catalog 'x' was not found.", 'databaseNotFound'],
    [0, 'BAD_REQUEST', 'Inline byte limit exceeded.', 'tooLarge'],
    [0, 'CANCELED', 'The statement is CANCELED', 'timedOut'],
    [0, 'RESOURCE_EXHAUSTED', 'The queue is full', 'sourceUnreachable'],
    [403, '', 'Invalid access token.', 'loginRefused'],
    [403, 'PERMISSION_DENIED', 'You do not have permission to use the SQL warehouse', 'notPermitted'],
    [404, 'NOT_FOUND', 'SQL warehouse 0a1b does not exist', 'databaseNotFound'],
    [503, 'TEMPORARILY_UNAVAILABLE', 'Later', 'sourceUnreachable'],
  ])('%s %s: %s is %s, and shows no token', (status, word, message, reason) => {
    const explained = explainDatabricks(new ApiError(status, word, `${message} ${TOKEN}`), configOf(), 'SELECT 1');
    expect(explained.reason).toBe(reason);
    expect(JSON.stringify(explained)).not.toContain(TOKEN);
  });
});

describe('SQL of Databricks', () => {
  it('keeps sums exact, and reads an instant whatever the zone of the session', () => {
    const int = { is: 'int', low: -(2n ** 63n), high: 2n ** 63n - 1n } as const;
    expect(DATABRICKS.sum('x', int)).toBe('sum(CAST(x AS DECIMAL(38, 0)))');
    expect(DATABRICKS.asText('x', { is: 'moment', zoned: true })).toContain('unix_micros(x)');
    expect(DATABRICKS.quantile(0.5, 'x', 'x > 0', 't')).toEqual({
      aggregate: 'percentile(CAST(x AS DOUBLE), 0.5) FILTER (WHERE x > 0)',
    });
  });

  it.each(["SELECT * FROM read_files('/x')", "SELECT secret('a', 'b')", 'SELECT TRANSFORM (a) USING "cat" FROM t'])(
    'refuses %j of users',
    (sql) => expect(guardFault(sql, DATABRICKS)).toEqual(expect.any(String)),
  );
});
