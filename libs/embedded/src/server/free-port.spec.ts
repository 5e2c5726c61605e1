import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { freePort } from './free-port';

describe('freePort', () => {
  it('gives ports that no outgoing connection is given, each once', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    expect(new Set(ports).size).toBe(50);
    expect(ports.filter((port) => port < 20_000 || port > 32_767)).toEqual([]);
    const server = createServer().listen(ports[0], '127.0.0.1');
    await once(server, 'listening');
    server.close();
  });

  it('keeps a port from other processes that ask for one before its server listens', async () => {
    const port = await freePort();
    const other = createSocket('udp4');
    other.bind({ port, address: '127.0.0.1', exclusive: true });
    await expect(once(other, 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });

  it('says where none was found', async () => {
    await expect(freePort('192.0.2.1')).rejects.toThrow(
      'No port of 192.0.2.1 from 20000 to 32767 is free: 100 were tried',
    );
  });
});
