import { fileName } from './file-name';

describe('the name of a download', () => {
  it.each([
    ['shop_postgres.shop.public', 'tables-shop_postgres.shop.public.csv'],
    ['"a.b"\r\nSet-Cookie: x=1', 'tables-_a.b_Set-Cookie_x_1.csv'],
    ['../../etc/passwd', 'tables-.._.._etc_passwd.csv'],
    ['Straße', 'tables-Stra_e.csv'],
    ['x'.repeat(300), `tables-${'x'.repeat(100)}.csv`],
  ])('of %j is safe', (fqn, expected) => {
    expect(fileName(fqn, 'csv')).toBe(expected);
  });
});
