import { createServer, type AddressInfo } from 'node:net';
import { AddressGuard } from './address-guard';
import { HttpPost } from './http-post';

const host = (text: string): string => new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, '');

describe('the guard of addresses', () => {
  const guard = new AddressGuard([]);

  it.each([
    ['private', ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12::1']],
    ['loopback', ['127.0.0.1', '127.255.255.255', '::1', '0.0.0.0', '::']],
    ['link-local, with the metadata of clouds', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254']],
    ['of carriers', ['100.64.0.1', '100.127.255.255', '100.100.100.200']],
    ['multicast and reserved', ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1']],
    [
      'IPv4 within IPv6',
      ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:10.0.0.1', '::10.0.0.1', '64:ff9b::10.0.0.1', '2002:7f00:1::'],
    ],
    ['spelt in full', ['0:0:0:0:0:ffff:a00:1', '0000:0000:0000:0000:0000:0000:0000:0001']],
  ])('lets no address pass that is %s', (_, addresses) => {
    expect(addresses.filter((address) => guard.permits(address))).toEqual([]);
  });

  it('lets public addresses pass, and those that are allowed', () => {
    const open = [
      '93.184.215.14',
      '100.63.255.255',
      '172.32.0.1',
      '2606:2800:21f::1',
      '::ffff:93.184.215.14',
      '2002:5db8:d70e::1',
    ];
    expect(open.filter((address) => !guard.permits(address))).toEqual([]);
    const some = new AddressGuard(['10.1.0.0/16', '::1']);
    expect(['10.1.255.1', '::ffff:10.1.0.1', '::1'].filter((address) => !some.permits(address))).toEqual([]);
    expect(['10.2.0.1', '127.0.0.1'].filter((address) => some.permits(address))).toEqual([]);
  });

  it('lets the metadata of clouds not pass, whatever is allowed', () => {
    const all = new AddressGuard(['0.0.0.0/0', '::/0']);
    const metadata = ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd20:ce::254'];
    expect(metadata.filter((address) => all.permits(address) || guard.permits(address))).toEqual([]);
    expect(all.permits('10.0.0.1')).toBe(true);
  });

  it.each([
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0x7f.1',
    '①②⑦.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::1]',
    '127.0.0.1.',
  ])('knows http://%s/ for what it is', (text) => {
    const url = new URL(`http://${text}/`);
    expect(() => guard.requireHost(url)).toThrow(/is not a public address/);
    expect(guard.permits(host(text))).toBe(false);
  });

  it('judges what a name resolves to, before anything is connected', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const post = new HttpPost(guard);
    await expect(post.send(new URL(`http://localhost:${port}/`), {}, '', { principal: 'one' })).rejects.toEqual(
      // As a name that does not exist.
      expect.objectContaining({ code: 'ENOTFOUND', message: 'lookup ENOTFOUND localhost' }),
    );
    const unknown = post.send(new URL('http://no-such-host.invalid/'), {}, '', { principal: 'one' });
    await expect(unknown).rejects.toMatchObject({ message: 'lookup ENOTFOUND no-such-host.invalid' });
    expect(connections).toBe(0);
    post.close();
    server.close();
  });
});
