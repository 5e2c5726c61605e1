import { RouteTable } from './route-table';

describe('RouteTable', () => {
  const table = new RouteTable(1000);
  table.add('GET', '/things/latest');
  table.add(['GET', 'HEAD'], '/things/:id');
  table.add('DELETE', '/things/:when');
  table.add('GET', '/things/:id');
  table.add('PUT', '/files/*');

  it.each([
    ['/things/latest', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/things/1', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/files/a/b', ['OPTIONS', 'PUT']],
    ['/things', []],
    ['/things/1/2', []],
    ['/', []],
  ])('knows the methods of %s', (path, methods) => {
    expect(table.methodsOf(path)).toEqual(methods);
  });
});
