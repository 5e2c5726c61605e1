import { isIP, type LookupFunction } from 'node:net';
import { AddressRanges, CLOUD_METADATA, HostResolver, judgedAddress, unknownHost } from '@app/common';

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

/** Decides to which addresses messages are sent, and connects to those that it has seen. */
export class AddressGuard {
  private readonly never = new AddressRanges(CLOUD_METADATA);
  private readonly forbidden = new AddressRanges(NOT_PUBLIC);
  private readonly allowed: AddressRanges;

  /** @param allowed addresses and CIDR ranges that may be called although they are not public */
  constructor(
    allowed: readonly string[],
    private readonly resolver = new HostResolver(),
  ) {
    this.allowed = new AddressRanges(allowed);
  }

  /** @param address in the spelling of the resolver, or of a URL without brackets */
  permits(address: string): boolean {
    const judged = judgedAddress(address);
    if (judged === undefined || this.never.has(judged)) return false;
    return this.allowed.has(judged) || !this.forbidden.has(judged);
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
      // As a name that does not exist: who writes a subscription would learn which names there are within the network.
      if (!addresses.every(({ address }) => this.permits(address))) throw unknownHost(hostname);
    });
  }
}

function forbidden(what: string): Error {
  return new Error(`${what} is not a public address, and NOTIFICATION_NETWORKS does not allow it`);
}
