import { MASK, masked, shown, unmasked } from './masked-secrets';

const PRIVATE_KEY = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';

describe('masked', () => {
  it.each([
    ...['password', 'PWD', 'pass', 'dbPasswd', 'privateKeyPassphrase', 'clientSecret', 'authToken', 'credentials'],
    ...[
      'sslKey',
      'accountKey',
      'storageAccountKey',
      'masterKey',
      'signing_key',
      'private_key',
      'keyfile',
      'kerberosKeytab',
    ],
    ...[
      'pat',
      'Authorization',
      'authHeader',
      'cookie',
      'basicAuthUserInfo',
      'basic.auth.user.info',
      'connectionString',
    ],
    ...['jwt', 'oauthBearer', 'sig', 'requestSignature', 'pin', 'session', 'sessionId'],
    ...['sasl.jaas.config', 'dsn', 'sasUrl', 'x-api-key', 'awsSecretAccessKey', 'serviceAccountKey'],
  ])('%s is a secret, as a text, a number, in a list and below', (name) => {
    expect(masked({ [name]: 'a' })).toEqual({ [name]: MASK });
    expect(masked({ config: { [name]: 12345 } })).toEqual({ config: { [name]: MASK } });
    expect(masked({ [name]: ['a', { b: 'c', on: true }] })).toEqual({ [name]: [MASK, { b: MASK, on: true }] });
  });

  it.each([
    PRIVATE_KEY,
    'https://user:pw@host:443',
    'mongodb+srv://user:p%40w@host/db',
    'user:pw@host:5432',
    'jdbc:postgresql://host/db?user=a&password=b',
    'Server=s;Pwd=x;',
    'Bearer abc',
    'basic dXNlcjpwdw==',
    '{"type": "service_account", "private_key": "x"}',
    '[{"password": 12345}]',
  ])('%s is a secret under any name', (text) => {
    expect(masked({ uri: text })).toEqual({ uri: MASK });
  });

  it.each([
    ['hostPort', 'localhost:5432'],
    ['sender', 'someone@host.example.org'],
    ['pinned', 'yes'],
    ['signatureVersion', 'v4'],
    ['uri', 'https://host.example.org:443/path?x=1'],
    ['username', 'loader'],
    ['primaryKey', 'id'],
    ['partition_key', 'day'],
    ['publicKey', 'abc'],
    ['keyspace', 'shop'],
    ['options', '{"sslmode": "require"}'],
    ['compass', 'north'],
    ['account', 'abc.eu-west-1'],
    ['verifySSL', 'no-ssl'],
  ])('%s: %s is none', (name, text) => {
    expect(masked({ [name]: text })).toEqual({ [name]: text });
  });

  it('the value beside a name that says so is one, and the name is not', () => {
    const headers = [
      { name: 'Authorization', value: 'abc' },
      { key: 'Accept', value: 'json' },
    ];
    expect(masked({ headers })).toEqual({ headers: [{ name: 'Authorization', value: MASK }, headers[1]] });
  });
});

it('long texts are looked through in linear time', () => {
  for (const part of ['a://', 'password ', ':', '[', '{"a":', 'a://a:', ' ', 'bearer'])
    expect(masked({ uri: `password${part.repeat(300_000)}` })).toBeDefined();
});

describe('unmasked', () => {
  it('puts the stored secret where the mask is, of items by their name', () => {
    const kept = {
      password: 'p',
      headers: [
        { name: 'X-Token', value: 1 },
        { name: 'Cookie', value: 'c' },
      ],
    };
    expect(unmasked({ password: MASK, headers: [{ name: 'Cookie', value: MASK }] }, kept)).toEqual({
      password: 'p',
      headers: [{ name: 'Cookie', value: 'c' }],
    });
  });

  it('what is shown and sent back is the same connection', () => {
    const whole = {
      hostPort: 'h',
      sslConfig: { sslKey: PRIVATE_KEY },
      ports: [1, 2],
      password: 12345,
      uri: 'a://b:c@d',
    };
    expect(unmasked(masked(whole), whole)).toEqual(whole);
  });
});

describe('shown', () => {
  it('covers what was sent as a mask, though its name is no secret any more', () => {
    const kept = { headers: [{ name: 'Cookie', value: 'c' }], uri: 'https://a:b@c' };
    const sent = { headers: [{ value: MASK }], uri: MASK };
    const whole = unmasked(sent, kept);
    expect(whole).toEqual({ headers: [{ value: 'c' }], uri: 'https://a:b@c' });
    expect(shown(whole, sent)).toEqual(sent);
  });
});
