import type { Asset } from '../../api/assets';
import { namesOf } from '../../ui/text/fqn-parts';
import { pathTo } from './asset-path';

const reference = (type: string, fullyQualifiedName: string, name = fullyQualifiedName) => ({
  id: fullyQualifiedName,
  type,
  name,
  fullyQualifiedName,
});

const asset = (members: object): Asset => ({ ...(members as Asset) });
const links = (members: object): string[] =>
  pathTo(asset(members)).map(({ type, name, fqn }) => `${type} ${name} ${fqn}`);

describe('the path to an asset', () => {
  it('goes from the service inwards', () => {
    const members = {
      databaseSchema: reference('databaseSchema', 'wh.shop.sales', 'sales'),
      database: reference('database', 'wh.shop', 'shop'),
      service: reference('databaseService', 'wh'),
    };
    expect(links(members)).toEqual([
      'databaseService wh wh',
      'database shop wh.shop',
      'databaseSchema sales wh.shop.sales',
    ]);
  });

  it('has all that lie in each other, though only the nearest is told', () => {
    const members = {
      service: reference('storageService', '"my.lake"', 'my.lake'),
      parent: reference('container', '"my.lake".raw."2026.01"'),
    };
    expect(links(members)).toEqual([
      'storageService my.lake "my.lake"',
      'container raw "my.lake".raw',
      'container 2026.01 "my.lake".raw."2026.01"',
    ]);
    expect(links({ parent: reference('domain', 'a.b') })).toEqual(['domain a a', 'domain b a.b']);
  });

  it('leads from a test case to what it tests', () => {
    expect(links({ entityLink: '<#E::table::wh.shop.sales.orders::columns::id>' })).toEqual([
      'table wh.shop.sales.orders wh.shop.sales.orders',
    ]);
    expect(links({})).toEqual([]);
  });

  it('takes quotes in names for what they are', () => {
    expect(namesOf('a."b.""c"".d".e')).toEqual(['a', '"b.""c"".d"', 'e']);
  });
});
