import { cloudServer, searchServers } from './search-servers';

describe('searchServers', () => {
  it.each([
    ['http://127.0.0.1:9200', { nodes: ['http://127.0.0.1:9200/'] }],
    [
      'https://u:p%40w@a.example.org:9200/search, https://b.example.org',
      {
        nodes: ['https://a.example.org:9200/search', 'https://b.example.org/'],
        login: { username: 'u', password: 'p@w' },
      },
    ],
    [
      'http://u:p@a,http://u:p@b,http://c',
      { nodes: ['http://a/', 'http://b/', 'http://c/'], login: { username: 'u', password: 'p' } },
    ],
    ['http://u:p,w@a', { nodes: ['http://a/'], login: { username: 'u', password: 'p,w' } }],
  ])('are read: %s', (urls, servers) => {
    expect(searchServers(urls)).toEqual(servers);
  });

  it.each([
    'a:9200',
    'ftp://a',
    'http://a,b',
    'http://a:9200,b:9200',
    'http://a,',
    'http://a,http://a/',
    'http://u:p@a,http://v:p@b',
    'http://u:%@a',
    'http://',
  ])('are refused: %s', (urls) => {
    expect(searchServers(urls)).toBeUndefined();
  });
});

describe('cloudServer', () => {
  const id = (text: string): string => `catalog:${Buffer.from(text).toString('base64')}`;

  it.each([
    ['eu.cloud.example.org$8e3a$5bd2', 'https://8e3a.eu.cloud.example.org'],
    ['eu.cloud.example.org:9243$8e3a$', 'https://8e3a.eu.cloud.example.org:9243'],
    ['eu.cloud.example.org:9243$8e3a:9244$5bd2', 'https://8e3a.eu.cloud.example.org:9244'],
  ])('is read: %s', (text, url) => {
    expect(cloudServer(id(text))).toBe(url);
  });

  it.each(['', 'catalog', 'catalog:', 'catalog:%%', id('host'), id('host$'), id('$cluster'), id('a/b$c'), id('a$b@c')])(
    'is refused: %s',
    (text) => {
      expect(cloudServer(text)).toBeUndefined();
    },
  );
});
