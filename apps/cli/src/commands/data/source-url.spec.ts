import { CliError } from '../../cli-error';
import { readSourceUrl } from './source-url';

describe('a connection string', () => {
  it.each([
    [
      'postgresql://reader@db.example.org:5433/shop?sslmode=require',
      { serviceType: 'Postgres', config: { hostPort: 'db.example.org:5433', database: 'shop', sslMode: 'require' } },
    ],
    ['postgres://reader@[::1]/shop', { serviceType: 'Postgres', config: { hostPort: '[::1]', database: 'shop' } }],
    [
      'mysql://reader:p%40ss%2F@db.example.org/sales',
      { serviceType: 'Mysql', password: 'p@ss/', config: { hostPort: 'db.example.org', databaseSchema: 'sales' } },
    ],
    ['mariadb://reader@10.0.0.1:3307', { serviceType: 'MariaDB', config: { hostPort: '10.0.0.1:3307' } }],
  ])('%s', (text, { config, ...expected }) => {
    const { config: read, ...found } = readSourceUrl(text);
    expect(found).toEqual(expected);
    expect(read).toEqual({ type: expected.serviceType, username: 'reader', ...config });
  });

  it.each([
    'db.example.org',
    'http://reader:canary@db.example.org/shop',
    'postgresql://reader:canary/1@db.example.org/shop',
    'postgresql://reader:canary%@db.example.org/shop',
    'postgresql://reader:canary@db.example.org/shop?sslmode=require&options=x',
    'mysql://reader:canary@db.example.org/shop?ssl=1',
    'postgresql:///shop',
  ])('%s is refused, and not shown', (text) => {
    const refusal = (() => {
      try {
        return readSourceUrl(text);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(CliError);
    expect((refusal as CliError).exitCode).toBe(2);
    expect((refusal as CliError).message).not.toContain('canary');
  });
});
