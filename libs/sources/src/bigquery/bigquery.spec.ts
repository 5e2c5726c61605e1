import { generateKeyPairSync } from 'node:crypto';
import { ApiError } from '../connect/api-error';
import { guardFault } from '../sql/guard';
import { type BigQueryConfig, readBigQueryConfig } from './bigquery-connection';
import { BIGQUERY } from './bigquery-dialect';
import { bigQueryEngine } from './bigquery-engine';
import { explainBigQuery } from './bigquery-explain';

const { privateKey: pair } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = pair.export({ type: 'pkcs8', format: 'pem' }).toString();
const ACCOUNT = { type: 'service_account', clientEmail: 'r@p.example', projectId: 'p', privateKey };

const configOf = (more: object = {}, account: object = {}): BigQueryConfig => {
  const read = readBigQueryConfig({ credentials: { gcpConfig: { ...ACCOUNT, ...account } }, ...more });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.config;
};

describe('the config of BigQuery', () => {
  it('means the API of Google, the project itself for its jobs, and a tenth of a tebibyte', () => {
    expect(configOf()).toMatchObject({
      ...{ host: 'bigquery.googleapis.com', port: 443, tls: true, project: 'p', billingProject: 'p' },
      maximumBytesBilled: '109951162777',
    });
  });

  it('reads a key in which line ends are written, several projects, and another host', async () => {
    const config = configOf(
      { hostPort: 'https://restricted.googleapis.com/', billingProjectId: 'pays', maximumBytesBilled: '5' },
      { privateKey: privateKey.replaceAll('\n', '\\n'), projectId: ['a', 'b'], privateKeyId: 'k' },
    );
    expect(config).toMatchObject({
      host: 'restricted.googleapis.com',
      billingProject: 'pays',
      maximumBytesBilled: '5',
    });
    const databases = await bigQueryEngine.databases(undefined as never, config);
    expect(databases.map((one) => bigQueryEngine.databaseName(one))).toEqual(['a', 'b']);
  });

  it.each([
    [['credentials.gcpConfig.clientEmail', 'credentials.gcpConfig.privateKey', 'credentials.gcpConfig.projectId'], {}],
    [['credentials.gcpConfig.privateKey'], { credentials: { gcpConfig: { ...ACCOUNT, privateKey: 'no key' } } }],
    [['credentials.gcpConfig.projectId'], { credentials: { gcpConfig: { ...ACCOUNT, projectId: [] } } }],
    [['credentials.gcpConfig.type'], { credentials: { gcpConfig: { ...ACCOUNT, type: 'external_account' } } }],
    [
      ['hostPort', 'maximumBytesBilled'],
      { credentials: { gcpConfig: ACCOUNT }, hostPort: 'a/b', maximumBytesBilled: '1 GB' },
    ],
  ])('names what is wrong: %j', (fields, config) => {
    expect(readBigQueryConfig(config)).toMatchObject({
      faults: fields.map((field) => ({ field: `connection.config.${field}` })),
    });
  });
});

describe('an error of BigQuery', () => {
  it.each([
    [403, 'accessDenied', 'Access Denied', 'notPermitted'],
    [403, 'quotaExceeded', 'Quota exceeded', 'sourceUnreachable'],
    [401, 'UNAUTHENTICATED', 'no', 'loginRefused'],
    [404, 'notFound', 'Not found: Table p:d.t', 'tableNotFound'],
    [404, 'notFound', 'Not found: Project p', 'databaseNotFound'],
    [400, 'invalidQuery', 'Unrecognized name', 'sqlError'],
    [0, 'resourcesExceeded', 'Resources exceeded', 'tooLarge'],
    [0, 'stopped', 'Job timed out', 'timedOut'],
    [503, '', 'status 503', 'sourceUnreachable'],
  ])('%s %s: %s is %s, and shows no key', (status, word, message, reason) => {
    const explained = explainBigQuery(new ApiError(status, word, `${message} ${privateKey}`), configOf(), 'SELECT 1');
    expect(explained.reason).toBe(reason);
    expect(JSON.stringify(explained)).not.toContain('PRIVATE KEY');
  });

  it('has a cure that names what to grant', () => {
    const { cure } = explainBigQuery(new ApiError(403, 'accessDenied', 'x'), configOf());
    expect(cure).toContain('Grant r@p.example roles/bigquery.jobUser on the project p');
  });
});

describe('GoogleSQL', () => {
  it('keeps numbers exact, and writes times and quantiles in its words', () => {
    const int = { is: 'int', low: -(2n ** 63n), high: 2n ** 63n - 1n } as const;
    expect(['5', '-5', '9223372036854775808', '0.1'].map((one) => BIGQUERY.exact(one))).toEqual([
      ...['5', '(-5)', "BIGNUMERIC '9223372036854775808'", "BIGNUMERIC '0.1'"],
    ]);
    expect(BIGQUERY.sum('x', int)).toBe('sum(CAST(x AS BIGNUMERIC))');
    expect(BIGQUERY.moment('2024-05-01 10:00:00', { is: 'moment', zoned: false })).toBe(
      "DATETIME '2024-05-01 10:00:00'",
    );
    expect(BIGQUERY.quantile(0.5, '`x`', '`x` IS NOT NULL', '`d`.`t`')).toEqual({
      statement:
        'SELECT CAST(PERCENTILE_CONT(v, 0.5) OVER () AS STRING) FROM ' +
        '(SELECT CAST(`x` AS FLOAT64) AS v FROM `d`.`t` WHERE `x` IS NOT NULL) AS ordered_values LIMIT 1',
    });
  });

  it.each(['DECLARE x INT64', "SELECT * FROM EXTERNAL_QUERY('c', 'DELETE FROM t')", "SELECT r'a' ; DROP TABLE t"])(
    'refuses %j of users',
    (sql) => expect(guardFault(sql, BIGQUERY)).toEqual(expect.any(String)),
  );
});
