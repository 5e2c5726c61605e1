import type { FirstAdmin } from '@app/auth';
import { FirstAdminAnnouncement, type Address } from './first-admin.announcement';

async function printedFor(address: Address, secret: string | undefined): Promise<string[]> {
  const printed: string[] = [];
  const firstAdmin = { offer: async () => secret } as unknown as FirstAdmin;
  await new FirstAdminAnnouncement(firstAdmin, address, (line) => printed.push(line)).onApplicationBootstrap();
  return printed;
}

describe('FirstAdminAnnouncement', () => {
  it.each<[Address, string]>([
    [{ host: '127.0.0.1', port: 8585 }, 'http://127.0.0.1:8585/api/v1/system/setup'],
    [{ host: '::1', port: 80 }, 'http://[::1]:80/api/v1/system/setup'],
    [
      { host: '0.0.0.0', port: 1, publicUrl: 'https://catalog.example.org/' },
      'https://catalog.example.org/api/v1/system/setup',
    ],
  ])('for %j names %s', async (address, url) => {
    const [line, ...more] = await printedFor(address, 'the-secret');
    expect(line).toMatch(/^First admin: curl .*\n$/);
    expect(line).toContain(` ${url} `);
    // Pasted as it is, it sets no password that is known.
    expect(line).toContain(`-d '{"secret":"the-secret"}'`);
    expect(more).toEqual([]);
  });

  it('is silent once there is an admin with a password', async () => {
    expect(await printedFor({ host: '127.0.0.1', port: 8585 }, undefined)).toEqual([]);
  });
});
