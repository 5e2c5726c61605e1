import type { PostgresConfig } from '../postgres/postgres-config';
import { explainPostgres } from '../postgres/postgres-explain';
import { parseHostPort } from './host-port';
import { said, saidOf } from './said';
import { SourceNetworks } from './source-networks';

describe('host and port', () => {
  it.each([
    ['db.example.org:5433', 'db.example.org', 5433],
    ['db_1', 'db_1', 5432],
    ['10.0.0.1', '10.0.0.1', 5432],
    ['[::1]:1', '::1', 1],
    ['fd00::1', 'fd00::1', 5432],
  ])('reads %s', (text, host, port) => expect(parseHostPort(text, 5432)).toEqual({ host, port }));

  it.each([
    '/var/run',
    'a/b',
    'db:0',
    'db:65536',
    'db:',
    'db:x',
    '[db]:1',
    'a b',
    '',
    'u@db',
    '0x7f000001',
    '2130706433',
    '127.1',
  ])('refuses %j', (text) => expect(parseHostPort(text, 5432)).toBeUndefined());
});

describe('networks', () => {
  it('never permits what is no place of a database', () => {
    const networks = new SourceNetworks();
    const asked = [
      '10.0.0.1',
      '127.0.0.1',
      '8.8.8.8',
      '169.254.169.254',
      '::ffff:169.254.169.254',
      '0.0.0.0',
      'fe80::1',
      '224.0.0.1',
      'x',
    ];
    expect(asked.map((one) => networks.permits(one))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('permits what the list has, and of it nothing that never is', () => {
    const networks = new SourceNetworks(['10.0.0.0/8', '169.254.0.0/16']);
    expect(['10.1.1.1', '192.168.1.1', '169.254.1.1'].map((one) => networks.permits(one))).toEqual([
      true,
      false,
      false,
    ]);
    expect(() => networks.requireHost('192.168.1.1')).toThrow('192.168.1.1');
  });

  it('never permit the metadata of clouds', () => {
    const metadata = ['100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'];
    for (const networks of [new SourceNetworks(), new SourceNetworks(['0.0.0.0/0', '::/0'])])
      expect(metadata.filter((address) => networks.permits(address))).toEqual([]);
  });

  it('refuse a name inside as one that does not exist', async () => {
    const lookup = new SourceNetworks(['10.0.0.0/8']).lookupFor('one');
    const refusal = (name: string): Promise<unknown> =>
      new Promise((resolve) => {
        lookup(name, {}, (error) => {
          const { code, message } = error as NodeJS.ErrnoException;
          resolve([code, message.replace(name, 'it')]);
        });
      });
    expect(await refusal('localhost')).toEqual(['ENOTFOUND', 'lookup ENOTFOUND it']);
    expect(await refusal('no-such-host.invalid')).toEqual(['ENOTFOUND', 'lookup ENOTFOUND it']);
  });
});

describe('what a source said', () => {
  const secret = 'pa%ss/wo+rd';

  it('has no secret in any of its forms', () => {
    const base64 = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}xyz`).toString('base64'));
    const text = said(`${secret} ${encodeURIComponent(secret)} ${base64.join(' ')}`, [secret, 'abc']);
    for (const form of [secret, encodeURIComponent(secret)]) expect(text).not.toContain(form);
    for (const form of base64) expect(text).not.toContain(form);
    expect(text).toContain('*********');
  });

  it('is one line without control characters, and not long', () => {
    expect(said('a\n\tb\u0000c')).toBe('a b c');
    expect(said('x'.repeat(1_000)).length).toBeLessThanOrEqual(400);
  });

  it('quotes of data nothing but what stands in the statement', () =>
    expect(saidOf(`column "a" and 'secret' of \`b\``, 'SELECT a')).toBe('column "a" and \'…\' of `…`'));

  it.each([
    ['invalid input syntax for type integer: "" ann@x.org ""', 'invalid input syntax for type integer: "…"'],
    [`Could not convert string 'it's "Ann" of a' to INT32`, `Could not convert string '…' to INT32`],
    ['invalid: "Ann', 'invalid: "…'],
    ['Overflow in addition of INT64 (9 + 4711)!', 'Overflow in addition of INT64 (9 + …)!'],
    ['Bad value: ann@x.org at position 12', 'Bad value: … at position 12'],
    ["can't take table 'a' at line 3: 9.31 GiB used", "can't take table 'a' at line 3: 9.31 GiB used"],
  ])('shows no value of %s', (text, shown) => expect(saidOf(text, 'SELECT a + 9 FROM a')).toBe(shown));

  it('shows nothing of what a function raised', () => {
    const raised = expect.stringContaining('whose text is not shown') as string;
    expect(saidOf('Invalid Input Error: secret Ann', "SELECT error('secret ' || name) FROM a")).toEqual(raised);
    const config = { host: 'h', port: 1, user: 'u', database: 'd' } as PostgresConfig;
    const error = Object.assign(new Error('secret row: Ann'), { code: '22000', routine: 'exec_stmt_raise' });
    expect(explainPostgres(error, config, 'SELECT f()')).toMatchObject({ reason: 'sqlError', message: raised });
  });
});
