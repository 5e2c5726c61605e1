import { isIP, type LookupFunction } from 'node:net';
import { AddressRanges, CLOUD_METADATA, HostResolver, judgedAddress, unknownHost } from '@app/common';
import { SourceError } from '../reason';

/** Never a database: link-local (cloud metadata among it), multicast, unspecified, reserved and broadcast. */
const NEVER = [
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4', '::/128', 'fe80::/10', 'ff00::/8'],
  ...CLOUD_METADATA,
];

/** Which addresses sources may have. A connection is made to an address that was judged, and to no other. */
export class SourceNetworks {
  private readonly never = new AddressRanges(NEVER);
  private readonly allowed?: AddressRanges;

  /** @param allowed addresses and CIDR ranges that may be called; none: all but those that never are */
  constructor(
    allowed: readonly string[] = [],
    private readonly resolver = new HostResolver(),
  ) {
    if (allowed.length) this.allowed = new AddressRanges(allowed);
  }

  permits(address: string): boolean {
    const judged = judgedAddress(address);
    return judged !== undefined && !this.never.has(judged) && (this.allowed?.has(judged) ?? true);
  }

  /**
   * To resolve by, in place of Node's own.
   * @param principal whose look-ups these are
   */
  lookupFor(principal: string): LookupFunction {
    return this.resolver.lookupFor(principal, (name, found) => {
      // As a name that does not exist: else the names of machines inside could be found out.
      if (!found.every(({ address }) => this.permits(address))) throw unknownHost(name);
    });
  }

  /** An address is not looked up: it is judged here. @throws {SourceError} `sourceUnreachable` */
  requireHost(host: string): void {
    if (isIP(host) && !this.permits(host)) throw refused(host);
  }
}

function refused(host: string): SourceError {
  return new SourceError({
    reason: 'sourceUnreachable',
    field: 'connection.config.hostPort',
    message: `${host} has an address that sources may not have`,
    cure: 'Link-local, multicast and unspecified addresses and the metadata of clouds are never called; DATA_NETWORKS of the worker says which others may be',
  });
}
