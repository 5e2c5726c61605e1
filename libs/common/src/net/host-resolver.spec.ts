import { scrypt } from 'node:crypto';
import { promises } from 'node:dns';
import { promisify } from 'node:util';
import { HostResolver, type NameSources, type ResolverLimits } from './host-resolver';
import { NameServer } from './name-server.cases';

const LIMITS: ResolverLimits = {
  atOnce: 8,
  atOncePerPrincipal: 3,
  queueLength: 20,
  queueLengthPerPrincipal: 5,
  longestWaitMs: 60_000,
  longestMs: 60_000,
};
const SERVFAIL = 2;

describe('a resolver of names that callers choose', () => {
  let server: NameServer;
  let resolvers: promises.Resolver[];
  let systemAsked: string[];
  beforeEach(async () => {
    server = await NameServer.start();
    resolvers = [];
    systemAsked = [];
  });
  // What still waits for the silent server is given up.
  afterEach(async () => {
    for (const one of resolvers) one.cancel();
    await server.stop();
  });

  const resolver = (limits: Partial<ResolverLimits> = {}, sources: Partial<NameSources> = {}): HostResolver =>
    new HostResolver(
      {
        hosts: { find: async (name) => (name === 'known.example' ? ['::1', '127.0.0.1'] : []) },
        searchList: async () => ({ domains: ['shop.example'], ndots: 1 }),
        servers: () => {
          const made = new promises.Resolver({ timeout: 30_000, tries: 1 });
          made.setServers([server.address]);
          resolvers.push(made);
          return made;
        },
        system: async (name) => {
          systemAsked.push(name);
          throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
        },
        ...sources,
      },
      { ...LIMITS, ...limits },
    );
  const fault = (found: Promise<unknown>): Promise<string> =>
    found.then(
      () => 'found',
      ({ code }: NodeJS.ErrnoException) => code ?? '',
    );

  it('asks the hosts file first, then the servers with the search list, then the system', async () => {
    server.reply = (name) => (name === 'hooks.shop.example' ? ['10.0.0.1', '10.0.0.2'] : 3);
    const one = resolver(
      {},
      { system: async (name) => (systemAsked.push(name), [{ address: '10.0.0.9', family: 4 }]) },
    );
    expect(await one.find('Known.example', 'p')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(server.asked).toEqual([]);
    expect(await one.find('hooks', 'p')).toEqual([
      { address: '10.0.0.1', family: 4 },
      { address: '10.0.0.2', family: 4 },
    ]);
    expect([server.names, systemAsked]).toEqual([['hooks.shop.example'], []]);
    expect(await one.find('printer.local', 'p')).toEqual([{ address: '10.0.0.9', family: 4 }]);
    expect(systemAsked).toEqual(['printer.local']);
  });

  it('tells a name that nobody has from servers that fail or do not answer, which leave the system alone', async () => {
    server.reply = (name) => (name.startsWith('ill') ? SERVFAIL : name.startsWith('slow') ? 'silence' : 3);
    const one = resolver({ longestMs: 50 });
    expect(await fault(one.find('none.example', 'p'))).toBe('ENOTFOUND');
    expect(systemAsked).toEqual(['none.example']);
    expect(await fault(one.find('ill.example', 'p'))).toBe('EAI_AGAIN');
    expect(await fault(one.find('slow.example', 'p'))).toBe('ETIMEOUT');
    expect(systemAsked).toEqual(['none.example']);
  });

  it('holds up nobody else, no hash and no look-up of the system while 200 names of one principal get no answer', async () => {
    server.reply = (name) => (name.startsWith('slow') ? 'silence' : ['10.0.0.1']);
    const one = resolver();
    const ends: string[] = [];
    const slow = Array.from({ length: 200 }, (_, at) =>
      fault(one.find(`slow${at}.example`, 'eager')).then((end) => ends.push(end)),
    );
    await server.untilNames(3);
    await promisify(scrypt)('secret', 'salt', 64);
    await promises.lookup('localhost');
    expect(await one.find('quick.example', 'other')).toEqual([{ address: '10.0.0.1', family: 4 }]);
    // Three are under way, five wait; all others were refused.
    expect(ends).toEqual(Array.from({ length: 192 }, () => 'TOO_MANY_REQUESTS'));
    expect(server.names.filter((name) => name.startsWith('slow'))).toHaveLength(3);
    await expect(one.find('more.example', 'eager')).rejects.toMatchObject({
      message: expect.stringMatching(
        /^Too many host names are being looked up: 3 at once and 5 waiting for one principal/,
      ),
      retryAfter: 5,
    });
    while (ends.length < 200) {
      for (const pending of resolvers) pending.cancel();
      await new Promise((turn) => setImmediate(turn));
    }
    await Promise.all(slow);
    expect(ends.filter((end) => end === 'ETIMEOUT')).toHaveLength(8);
  });

  it('asks once for a name that a principal looks up many times at once', async () => {
    server.reply = () => ['10.0.0.1'];
    const one = resolver();
    await Promise.all(Array.from({ length: 200 }, () => one.find('hooks.example', 'p')));
    expect(server.asked.sort()).toEqual(['A hooks.example', 'AAAA hooks.example']);
  });

  it('shows addresses to the judge before anybody may connect to them', async () => {
    server.reply = () => ['10.0.0.1'];
    const judged: unknown[] = [];
    const look = (isAllowed: boolean, options: { all?: boolean; family?: number }) =>
      new Promise((resolve) =>
        resolver().lookupFor('p', (name, found) => {
          judged.push([name, found]);
          if (!isAllowed) throw new Error('not there');
        })('hooks.example', options, (error, address, family) => resolve(error?.message ?? [address, family])),
      );
    const found = [{ address: '10.0.0.1', family: 4 }];
    expect(await look(true, { all: true })).toEqual([found, undefined]);
    expect(await look(true, {})).toEqual(['10.0.0.1', 4]);
    expect(await look(false, { all: true })).toBe('not there');
    expect(await look(true, { family: 6 })).toBe('lookup ENOTFOUND hooks.example');
    expect(judged).toEqual([1, 2, 3].map(() => ['hooks.example', found]));
  });
});
