import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { currentEnvironment, loadSettings } from './load-settings';
import { SettingsError } from './settings-error';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function wrong(env: Record<string, string>): SettingsError {
  try {
    loadSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error('these settings were taken');
}

describe('loadSettings', () => {
  it('has a default for all that must be there, and leaves out the rest', () => {
    expect(loadSettings({})).toEqual({
      host: '127.0.0.1',
      port: 8585,
      apiProcesses: 1,
      dataDir: resolve('.data'),
      databasePoolSize: 10,
      databaseCommitWaitMs: 8000,
      queuePrefix: 'metadata-catalog',
      rateLimitPerAddress: 0,
      rateLimitPerPrincipal: 0,
      searchTimeoutMs: 2_000,
      cacheMegabytes: 96,
      stopDelayMs: 0,
      workerQueues: ['urgent', 'batch', 'data'],
      dataConcurrency: 4,
      dataServices: [],
      dataWaitSeconds: 60,
      dataNetworks: [],
      dataFilesRoots: [],
      dataRowsLimit: 1_000_000,
      dataResultBytes: 16_777_216,
      dataMemoryMegabytes: 512,
      dataTempBytes: 2_147_483_648,
      dataThreads: 1,
      dataRunRetention: 'P90D',
      workerConcurrency: 32,
      logLevel: 'info',
      logLevels: {},
      jwtAudience: 'metadata-catalog',
      jwtIssuers: [],
      jwtEmailDomains: [],
      accessTokenSeconds: 3600,
      validationWaitSeconds: 10,
      bodyLimit: 10_485_760,
      openLineageRetention: 'P30D',
      changeEventRetention: 'P30D',
      auditRetention: 'P1Y',
      notificationNetworks: [],
      notificationRetryFor: 'P1D',
      notificationDisableAfter: 'P3D',
      smtpFrom: 'metadata-catalog@localhost',
      compatibility: 'none',
      console: 'on',
      sampleData: 'off',
      sampleDataHiddenTags: ['PII.Sensitive'],
      migrateOnStart: 'off',
      trustedProxies: [],
      corsOrigins: [],
    });
  });

  it('lists all that is wrong at once: name, got, expected, example', () => {
    const error = wrong({ PORT: '80a', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:geheim@h/d' });
    expect(error.bad.map(({ name }) => name)).toEqual(['PORT', 'DATABASE_URL', 'LOG_LEVEL']);
    expect(error.message).toContain('got:      "80a"');
    expect(error.message).toContain('expected: a whole number from 1 to 65535');
    expect(error.message).toContain('example:  LOG_LEVEL=debug');
  });

  it('never repeats a secret', () => {
    expect(wrong({ DATABASE_URL: 'mysql://u:geheim@h/d' }).message).not.toContain('geheim');
  });

  it.each([
    ['postgres://u:p@a:5432,b:5433/catalog?target_session_attrs=read-write', 'DATABASE_URL'],
    ['postgresql://a,b/catalog', 'DATABASE_URL'],
    ['postgres://u:p@[::1]:5432/catalog?target_session_attrs=any', 'DATABASE_URL'],
    ['rediss://u:p@redis.example.org:6380/0', 'REDIS_URL'],
    ['redis-sentinel://u:p@a:26379,b/primary/1?sentinelPassword=x', 'REDIS_URL'],
    ['rediss-cluster://a,b,c', 'REDIS_URL'],
    ['https://u:p@a:9200,https://b:9200', 'ELASTICSEARCH_URL'],
  ])('takes %s', (url, name) => {
    expect(Object.values(loadSettings({ [name]: url }))).toContain(url);
  });

  it.each([
    [
      'DATABASE_URL',
      'postgres://a,b/x?target_session_attrs=standby',
      /several hosts .* target_session_attrs, if any, is read-write/,
    ],
    ['REDIS_URL', 'redis-sentinel://a:26379', /redis-sentinel:\/\/.*<name of the primary>.* or redis-cluster:\/\//],
    ['ELASTICSEARCH_URL', 'https://u:p@a:9200,https://v:p@b:9200', /separated by commas, .* the same in all/],
    ['ELASTICSEARCH_CLOUD_ID', 'catalog', /a name, a colon and base64 of host\$cluster/],
    ['ELASTICSEARCH_CA_FILE', '/nowhere.pem', /the path of a PEM file with certificates that can be read/],
    ['REDIS_CA_FILE', '/nowhere.pem', /the path of a PEM file with certificates that can be read/],
  ])('says of %s what is allowed in place of %s', (name, url, sentence) => {
    expect(wrong({ [name]: url }).bad).toMatchObject([{ name, expected: expect.stringMatching(sentence) }]);
  });

  it('refuses an address past a pooler where no pooler is named', () => {
    const url = 'postgres://a/b';
    expect(wrong({ DATABASE_DIRECT_URL: url }).bad).toMatchObject([
      { name: 'DATABASE_DIRECT_URL', got: 'no DATABASE_URL beside it' },
    ]);
    expect(loadSettings({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })).toMatchObject({ databaseDirectUrl: url });
  });

  it('refuses a deployment of a cloud beside a URL, or without its key', () => {
    const ELASTICSEARCH_CLOUD_ID = `catalog:${Buffer.from('eu.example.org$8e3a').toString('base64')}`;
    const ELASTICSEARCH_API_KEY = 'key';
    expect(wrong({ ELASTICSEARCH_CLOUD_ID, ELASTICSEARCH_API_KEY, ELASTICSEARCH_URL: 'http://a' }).bad).toMatchObject([
      { name: 'ELASTICSEARCH_CLOUD_ID', got: 'ELASTICSEARCH_URL beside it', expected: 'one of the two' },
    ]);
    expect(wrong({ ELASTICSEARCH_CLOUD_ID }).bad).toMatchObject([
      { name: 'ELASTICSEARCH_CLOUD_ID', got: 'no ELASTICSEARCH_API_KEY beside it' },
    ]);
    expect(loadSettings({ ELASTICSEARCH_CLOUD_ID, ELASTICSEARCH_API_KEY })).toMatchObject({
      elasticsearchCloudId: 'https://8e3a.eu.example.org',
    });
  });

  it('takes an empty variable as unset', () => {
    expect(loadSettings({ PORT: ' ', RESULT_RETENTION: '' })).toMatchObject({ port: 8585 });
  });

  it('reads a secret from the file that NAME_FILE names', () => {
    const url = 'postgres://u:p@db/catalog';
    expect(loadSettings({ DATABASE_URL_FILE: file('url', `${url}\n`) }).databaseUrl).toBe(url);
  });

  it('refuses a secret given twice, and a file that is not there', () => {
    const env = { DATABASE_URL: 'postgres://a/b', DATABASE_URL_FILE: '/x', REDIS_URL_FILE: join(folder, 'none') };
    expect(wrong(env).bad).toMatchObject([
      { name: 'DATABASE_URL', expected: 'one of the two' },
      { name: 'REDIS_URL', got: expect.stringContaining('ENOENT') },
    ]);
  });

  it('reads the levels of parts', () => {
    expect(loadSettings({ LOG_LEVELS: 'search=debug, Request=warn' }).logLevels).toEqual({
      search: 'debug',
      Request: 'warn',
    });
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['HOST', 'http://x'],
    ['PUBLIC_URL', 'ftp://x'],
    ['PUBLIC_URL', 'https://x/?a=1'],
    ['PUBLIC_URL', 'https://u:p@x'],
    ['DATABASE_URL', 'postgres:///x'],
    ['DATABASE_URL', 'db.example.org'],
    ['DATABASE_URL', 'postgres://a,,b/x'],
    ['DATABASE_URL', 'postgres://a,b:x/x'],
    ['DATABASE_URL', 'postgres://a,b/x?target_session_attrs=standby'],
    ['DATABASE_DIRECT_URL', 'mysql://a/b'],
    ['REDIS_URL', 'http://redis'],
    ['REDIS_URL', 'redis://a:6379,b:6379'],
    ['REDIS_URL', 'redis-sentinel://a:26379'],
    ['REDIS_URL', 'redis-cluster://a:6379/1'],
    ['REDIS_CA_FILE', __filename],
    ['ELASTICSEARCH_URL', 'search.example.org:9200'],
    ['ELASTICSEARCH_PREFIX', 'Staging'],
    ['ELASTICSEARCH_PREFIX', '_a'],
    ['LOG_LEVEL', 'INFO'],
    ['LOG_LEVELS', 'search'],
    ['LOG_LEVELS', 'search=loud'],
    ['LOG_LEVELS', 'search=debug=info'],
    ['LOG_LEVELS', 'search=info,search=warn'],
    ['BODY_LIMIT', '10MB'],
    ['VALIDATION_WAIT', '61'],
    ['RESULT_RETENTION', 'P'],
    ['RESULT_RETENTION', 'P0D'],
    ['RESULT_RETENTION', '0'],
    ['RESULT_RETENTION', '90 days'],
    ['RESULT_RETENTION', 'P1DT'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1,proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['CORS_ORIGINS', 'https://a.b/path'],
    ['JWT_AUDIENCE', 'a b'],
    ['JWT_ISSUERS', 'https://x'],
    ['JWT_ISSUERS', '{"issuer":"a","jwksUri":"https://x"}'],
    ['JWT_ISSUERS', '[{"issuer":"a"}]'],
    ['JWT_ISSUERS', '[{"issuer":"a","jwksUri":"file:///x"}]'],
    ['JWT_ISSUERS', '[{"issuer":"a","jwksUri":"https://x","algorithms":["HS256"]}]'],
    ['JWT_ISSUERS', '[{"issuer":"a","jwksUri":"https://x","algorithms":[]}]'],
    ['JWT_ISSUERS', '[{"issuer":"a","jwksUri":"https://x","claims":{"role":"r"}}]'],
    ['JWT_ISSUERS', '[{"issuer":"a","jwksUri":"https://x","jku":"https://y"}]'],
    ['JWT_ISSUERS', '[{"issuer":"a","jwksUri":"https://x","admin":"yes"}]'],
    ['JWT_ISSUERS', '[{"issuer":"https://x","jwksUri":"https://x","signIn":{}}]'],
    ['JWT_ISSUERS', '[{"issuer":"https://x","jwksUri":"https://x","signIn":{"clientId":"c","scopes":"email"}}]'],
    ['JWT_ISSUERS', '[{"issuer":"https://x","jwksUri":"https://x","signIn":{"clientId":"c","secret":"s"}}]'],
    ['JWT_ISSUERS', '[{"issuer":"x","jwksUri":"https://x","signIn":{"clientId":"c"}}]'],
    ['JWT_ISSUERS', '[{"issuer":"https://x","jwksUri":"https://x","signIn":{"clientId":"c","sessionHours":0}}]'],
    ['JWT_ISSUERS', '[{"issuer":"https://x","jwksUri":"https://x","signIn":{"clientId":"c","sessionHours":721}}]'],
    ['JWT_ISSUERS', '[{"issuer":"https://x","jwksUri":"https://x","signIn":{"clientId":"c","sessionHours":"12"}}]'],
    ['JWT_EMAIL_DOMAINS', 'ann@example.org'],
    ['JWT_ISSUERS', '[{"issuer":"a","jwksUri":"https://x"},{"issuer":"a","jwksUri":"https://y"}]'],
  ])('refuses %s=%s', (name, value) => {
    expect(wrong({ [name]: value }).bad).toMatchObject([{ name }]);
  });

  it.each([
    ['RESULT_RETENTION', 'P90D', { resultRetention: 'P90D' }],
    ['RESULT_RETENTION', 'P1Y2M3W4DT5H6M7S', { resultRetention: 'P1Y2M3W4DT5H6M7S' }],
    ['RESULT_RETENTION', '1000', { resultRetention: '1000' }],
    ['PUBLIC_URL', 'https://a.example/catalog/', { publicUrl: 'https://a.example/catalog' }],
    ['COMPATIBILITY', 'openmetadata', { compatibility: 'openmetadata' }],
    ['CONSOLE', 'off', { console: 'off' }],
    ['SAMPLE_DATA', 'on', { sampleData: 'on' }],
    ['DATA_DRIVERS_DIR', '/opt/drivers', { dataDriversDir: '/opt/drivers' }],
    ['SAMPLE_DATA_HIDDEN_TAGS', 'PII.Sensitive, A.b', { sampleDataHiddenTags: ['PII.Sensitive', 'A.b'] }],
    ['MIGRATE_ON_START', 'on', { migrateOnStart: 'on' }],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
    ['JWT_EMAIL_DOMAINS', 'Example.org, example.com', { jwtEmailDomains: ['example.org', 'example.com'] }],
    ['CORS_ORIGINS', 'https://a.b,http://localhost:3000', { corsOrigins: ['https://a.b', 'http://localhost:3000'] }],
    ['HOST', '::', { host: '::' }],
    [
      'JWT_ISSUERS',
      '[{"issuer":"a","jwksUri":"https://x/k","claims":{"roles":"groups"}}]',
      {
        jwtIssuers: [
          { issuer: 'a', jwksUri: 'https://x/k', algorithms: ['RS256', 'ES256'], claims: { roles: 'groups' } },
        ],
      },
    ],
    [
      'JWT_ISSUERS',
      '[{"issuer":"https://login.example.org/a","jwksUri":"https://x/k","signIn":{"clientId":"catalog"}}]',
      {
        jwtIssuers: [
          {
            signIn: {
              clientId: 'catalog',
              name: 'login.example.org',
              scopes: 'openid email profile',
              sessionHours: 12,
            },
          },
        ],
      },
    ],
    [
      'JWT_ISSUERS',
      '[{"issuer":"https://x","jwksUri":"https://x","signIn":{"clientId":"c","clientSecret":"s","name":"Us","scopes":"openid upn","sessionHours":720}}]',
      {
        jwtIssuers: [
          { signIn: { clientId: 'c', clientSecret: 's', name: 'Us', scopes: 'openid upn', sessionHours: 720 } },
        ],
      },
    ],
  ])('takes %s=%s', (name, value, expected) => {
    expect(loadSettings({ [name]: value })).toMatchObject(expected);
  });
});

describe('currentEnvironment', () => {
  it('adds what a .env file says to the environment, which wins', () => {
    const path = file('dotenv', 'PATH=nowhere\nONLY_IN_FILE="a b"\n');
    expect(currentEnvironment(path)).toMatchObject({ PATH: process.env['PATH'], ONLY_IN_FILE: 'a b' });
  });

  it('does without the file', () => {
    expect(currentEnvironment(join(folder, 'missing'))['PATH']).toBe(process.env['PATH']);
  });
});
