import { BlockList, isIP } from 'node:net';

/** IPv6 prefixes of 96 bits behind which an IPv4 address stands: translated, mapped, compatible, NAT64 (RFC 6052). */
const WITH_IPV4 = ['::ffff:0:', '::ffff:', '::', '64:ff9b::'];

/** A set of addresses and CIDR ranges of both families. */
export class AddressRanges {
  private readonly list = new BlockList();

  /** @param ranges `10.0.0.0/8`, `::1`, `fe80::/10` */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = '', bits] = range.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.list.addAddress(address, family);
      else this.list.addSubnet(address, Number(bits), family);
    }
  }

  /** @param address as `judgedAddress` gives it */
  has(address: string): boolean {
    return this.list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
}

/** The metadata services of the large clouds, which give credentials to who asks: AWS, Azure, Google, Alibaba, Oracle. */
export const CLOUD_METADATA: readonly string[] = [
  ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
  ...['fd00:ec2::254', 'fd20:ce::254'],
];

/**
 * The address by which a connection is judged: without a zone, and the IPv4 address where an IPv6 address stands for one.
 * undefined where the text is no address.
 * @param address in the spelling of the resolver, or of a URL without brackets
 */
export function judgedAddress(address: string): string | undefined {
  const plain = address.split('%')[0]!;
  const family = isIP(plain);
  if (family === 0) return undefined;
  const inner = family === 6 ? ipv4Within(plain) : undefined;
  return inner === undefined ? plain : judgedAddress(inner);
}

/** The IPv4 address that an IPv6 address stands for, if it does. */
function ipv4Within(address: string): string | undefined {
  // A URL writes each address in its shortest form.
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
