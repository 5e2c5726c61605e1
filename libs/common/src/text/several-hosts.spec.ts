import { severalHosts } from './several-hosts';

describe('the hosts of a URL', () => {
  it.each([
    ['postgres://u:p@a:5432,b/db', ['postgres://u:p@a:5432/db', 'postgres://u:p@b/db'], 'read-write'],
    ['postgresql://a,b,c', ['postgresql://a', 'postgresql://b', 'postgresql://c'], 'read-write'],
    [
      'postgres://a,b/db?target_session_attrs=any',
      ['postgres://a/db?target_session_attrs=any', 'postgres://b/db?target_session_attrs=any'],
      'any',
    ],
    ['postgres://a/db?target_session_attrs=primary', ['postgres://a/db?target_session_attrs=primary'], 'read-write'],
    [
      'postgres://u:p%40x@[::1]:5432,b/db',
      ['postgres://u:p%40x@[::1]:5432/db', 'postgres://u:p%40x@b/db'],
      'read-write',
    ],
    ['postgres://a/db?sslmode=require', ['postgres://a/db?sslmode=require'], 'any'],
  ])('of %s', (url, urls, wanted) => {
    const found = severalHosts(url);
    expect([found?.hosts.map((host) => host.url), found?.wanted]).toEqual([urls, wanted]);
  });

  it.each([
    'mysql://a,b/db',
    'postgres:///db',
    'postgres://a,,b/db',
    'postgres://a,b:x/db',
    'postgres://a,b/db?target_session_attrs=standby',
    'postgres://a/db?target_session_attrs=prefer-standby',
    'a,b',
    '',
  ])('are not those of %p', (url) => {
    expect(severalHosts(url)).toBeUndefined();
  });
});
