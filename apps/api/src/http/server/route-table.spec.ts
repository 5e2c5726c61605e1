import { RouteTable } from './route-table';

describe('RouteTable', () => {
  const table = new RouteTable(1000);
  table.add('GET', '/things/latest');
  table.add(['GET', 'HEAD'], '/things/:id');
  table.add('DELETE', '/things/:when');
  table.add('GET', '/things/:id');
  table.add('PUT', '/files/*');
  table.add('GET', '/things/:id/parts/:part');
  table.add('PUT', '/things/last/parts/first');

  it.each([
    ['/things/:when', { when: 'latest' }, true],
    ['/things/:when', { when: '1' }, false],
    ['/things/latest', {}, false],
    ['/things/:id/parts/:part', { id: 'last', part: 'first' }, true],
    ['/things/:id/parts/:part', { id: 'last', part: '2' }, false],
    ['/things/:id/parts/:part', { id: '1', part: 'first' }, false],
  ])('knows whether %s with %j is the path of another pattern', (url, parameters, expected) => {
    expect(table.isOfAnother(url, parameters)).toBe(expected);
  });

  it.each([
    ['/things/latest', ['GET', 'OPTIONS']],
    ['/things/1', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/files/a/b', ['OPTIONS', 'PUT']],
    ['/things', []],
    ['/things/1/2', []],
    ['/', []],
  ])('knows the methods of %s', (path, methods) => {
    expect(table.methodsOf(path)).toEqual(methods);
  });
});
