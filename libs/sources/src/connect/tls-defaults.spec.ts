import { readMysqlConfig } from '../mysql/mysql-config';
import { readPostgresConfig } from '../postgres/postgres-config';
import { redshiftEngine } from '../redshift/redshift-engine';
import { explainNetwork, WITHOUT_TLS } from './network-errors';

const modeOf = (read: ReturnType<typeof readPostgresConfig> | ReturnType<typeof readMysqlConfig>): unknown =>
  'config' in read ? read.config.sslMode : read.faults;

describe('TLS of a connection that says nothing of it', () => {
  const postgres = (hostPort: string, isOfBefore?: boolean, sslMode?: string): unknown =>
    modeOf(readPostgresConfig({ hostPort, username: 'u', database: 'd', sslMode }, isOfBefore));
  const mysql = (hostPort: string, isOfBefore?: boolean, more: object = {}): unknown =>
    modeOf(readMysqlConfig({ hostPort, username: 'u', ...more }, isOfBefore));
  const elsewhere = ['db.example.org', 'db.example.org:5433', '10.0.0.7', '[fd00::7]:5432', 'localhost.example.org'];
  const here = ['localhost', 'localhost:5433', 'db.localhost', '127.0.0.1', '127.8.9.10:5432', '[::1]:5432', '::1'];

  it('is required by PostgreSQL and Redshift, but of this machine', () => {
    expect(elsewhere.map((host) => postgres(host))).toEqual(elsewhere.map(() => 'require'));
    expect(here.map((host) => postgres(host))).toEqual(here.map(() => 'prefer'));
    const redshift = redshiftEngine.readConfig({ hostPort: 'cluster.example.org', username: 'u', database: 'd' });
    expect(redshift).toMatchObject({ config: { sslMode: 'require', port: 5439 } });
  });

  it('is required by MySQL and MariaDB, but of this machine, and checked where there is a certificate', () => {
    expect(elsewhere.map((host) => mysql(host))).toEqual(elsewhere.map(() => 'require'));
    expect(here.map((host) => mysql(host))).toEqual(here.map(() => 'disable'));
    const sslConfig = { caCertificate: '-----BEGIN CERTIFICATE-----' };
    expect(['localhost', 'db.example.org'].map((host) => mysql(host, false, { sslConfig }))).toEqual([
      ...['verify-ca', 'verify-ca'],
    ]);
  });

  it('is as it was where the connection was stored before', () => {
    expect(postgres('db.example.org', true)).toBe('prefer');
    expect(mysql('db.example.org', true)).toBe('disable');
    // It was ignored then.
    expect(mysql('db.example.org', true, { sslMode: 'PREFERRED' })).toBe('disable');
    const later = redshiftEngine.readConfig({ hostPort: 'c.example.org', username: 'u', database: 'd' }, true);
    expect(later).toMatchObject({ config: { sslMode: 'prefer' } });
  });

  it('is what the connection says', () => {
    expect(postgres('db.example.org', false, 'disable')).toBe('disable');
    expect(mysql('db.example.org', false, { sslMode: 'disable' })).toBe('disable');
    expect(mysql('localhost', false, { sslMode: 'verify-full' })).toBe('verify-full');
    expect(mysql('localhost', false, { sslMode: 'sometimes' })).toEqual([
      {
        field: 'connection.config.sslMode',
        message: 'must be one of disable, require, verify-ca, verify-full',
      },
    ]);
  });

  it('is named where the server has none', () => {
    const texts = { tlsField: 'connection.config.sslMode', withoutTls: WITHOUT_TLS };
    for (const message of ['The server does not support SSL connections', 'Server does not support secure connection'])
      expect(explainNetwork(new Error(message), { host: 'h', port: 1 }, { message, ...texts })).toMatchObject({
        ...{ reason: 'tlsFailed', cure: expect.stringContaining('sslMode: disable') as string },
      });
  });
});
