import { BlockList, isIP, type LookupFunction } from 'node:net';
import { HostResolver } from '@app/common';

/** Networks that are not the public internet (IANA's special-purpose address registries); cloud metadata is link-local or CGNAT. */
const NOT_PUBLIC = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  // Multicast, reserved and broadcast.
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...[
    '::/128',
    '::1/128',
    '64:ff9b::/112',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
  ],
  ...['fec0::/10', 'ff00::/8'],
];

/** IPv6 prefixes of 96 bits behind which an IPv4 address stands: translated, mapped, compatible, NAT64 (RFC 6052). */
const WITH_IPV4 = ['::ffff:0:', '::ffff:', '::', '64:ff9b::'];

/** Decides to which addresses messages are sent, and connects to those that it has seen. */
export class AddressGuard {
  private readonly forbidden = listOf(NOT_PUBLIC);
  private readonly allowed: BlockList;

  /** @param allowed addresses and CIDR ranges that may be called although they are not public */
  constructor(
    allowed: readonly string[],
    private readonly resolver = new HostResolver(),
  ) {
    this.allowed = listOf(allowed);
  }

  /** @param address in the spelling of the resolver, or of a URL without brackets */
  permits(address: string): boolean {
    const plain = address.split('%')[0]!;
    const family = isIP(plain);
    if (family === 0) return false;
    const inner = family === 6 ? ipv4Within(plain) : undefined;
    if (inner !== undefined) return this.permits(inner);
    const name = family === 6 ? 'ipv6' : 'ipv4';
    return this.allowed.check(plain, name) || !this.forbidden.check(plain, name);
  }

  /** @throws {Error} where the host of a URL is an address that may not be called; a name is judged once it is resolved */
  requireHost(url: URL): void {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !this.permits(host)) throw forbidden(host);
  }

  /**
   * To resolve by, in place of Node's own: a connection is made to an address that was judged, and to no other.
   * @param principal whose look-ups these are, such as a user's id
   */
  lookupFor(principal: string): LookupFunction {
    return this.resolver.lookupFor(principal, (hostname, addresses) => {
      // Without the address: whoever writes a subscription would learn what names within the network stand for.
      if (!addresses.every(({ address }) => this.permits(address))) throw forbidden(hostname);
    });
  }
}

function forbidden(what: string): Error {
  return new Error(`${what} is not a public address, and NOTIFICATION_NETWORKS does not allow it`);
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** The IPv4 address that an IPv6 address stands for, if it does. */
function ipv4Within(address: string): string | undefined {
  // A URL spells each address in one way: the shortest.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  // 6to4: the 32 bits behind 2002.
  const tunnel = /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4})(?::|$)/.exec(shortest);
  if (tunnel) return dotted(tunnel[1]!, tunnel[2]!);
  for (const prefix of WITH_IPV4) {
    const [, high, low] = /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortest.slice(prefix.length)) ?? [];
    if (shortest.startsWith(prefix) && high && low) return dotted(high, low);
  }
  return undefined;
}

function dotted(high: string, low: string): string {
  const bits = [parseInt(high, 16), parseInt(low, 16)];
  return bits.flatMap((part) => [part >> 8, part & 255]).join('.');
}
