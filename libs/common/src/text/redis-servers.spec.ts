import { redisServers } from './redis-servers';

const at = (host: string, port: number) => ({ host, port });

describe('the servers of a URL of Redis', () => {
  it.each([
    ['redis://a', { kind: 'server', hosts: [at('a', 6379)], isEncrypted: false }],
    [
      'rediss://u:p%40ss@a:6380/2?family=6',
      { kind: 'server', hosts: [at('a', 6380)], isEncrypted: true, username: 'u', password: 'p@ss' },
    ],
    ['redis://:100%@[::1]:7000', { kind: 'server', hosts: [at('::1', 7000)], isEncrypted: false, password: '100%' }],
    [
      'redis-sentinel://u:p@a,b:26380/mymaster/3?sentinelUsername=s&sentinelPassword=x%26y',
      {
        kind: 'sentinel',
        hosts: [at('a', 26379), at('b', 26380)],
        isEncrypted: false,
        username: 'u',
        password: 'p',
        primary: 'mymaster',
        database: 3,
        sentinels: { username: 's', password: 'x&y' },
      },
    ],
    [
      'rediss-sentinel://a/the%20primary',
      {
        kind: 'sentinel',
        hosts: [at('a', 26379)],
        isEncrypted: true,
        primary: 'the primary',
        database: 0,
        sentinels: {},
      },
    ],
    [
      'redis-cluster://a:7000,b,c/',
      { kind: 'cluster', hosts: [at('a', 7000), at('b', 6379), at('c', 6379)], isEncrypted: false },
    ],
    ['rediss-cluster://u@a/0', { kind: 'cluster', hosts: [at('a', 6379)], isEncrypted: true, username: 'u' }],
  ])('%s', (url, servers) => {
    expect(redisServers(url)).toEqual(servers);
  });

  it.each([
    ['another scheme', 'http://a'],
    ['several servers without a kind', 'redis://a,b'],
    ['no host', 'redis://'],
    ['a host that is empty', 'redis-cluster://a,,b'],
    ['a port beyond the last one', 'redis-cluster://a:70000'],
    ['Sentinels without the name of a primary', 'redis-sentinel://a,b'],
    ['a database that is no number', 'redis-sentinel://a/primary/first'],
    ['more of a path', 'redis-sentinel://a/primary/0/1'],
    ['a member that nobody reads', 'redis-sentinel://a/primary?password=x'],
    ['a database of a cluster', 'redis-cluster://a/1'],
    ['a query of a cluster', 'redis-cluster://a?x=1'],
  ])('are not those of %s', (_, url) => {
    expect(redisServers(url)).toBeUndefined();
  });
});
