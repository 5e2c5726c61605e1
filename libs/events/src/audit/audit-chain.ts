import { createHash, type Hash } from 'node:crypto';
import type { HashedRow } from './audit-record';

/** The beginning of the hashed text of a block. Numbers are bigint in decimal. */
export interface BlockHead {
  readonly number: string;
  /** Positions of its first and last record. */
  readonly first: string;
  readonly last: string;
  readonly records: number;
  /** Hash of the block before it, in hex; empty for the first. */
  readonly previous: string;
}

/** A record as it is hashed: a JSON array of its values in a fixed order, null for what it has not, and a line feed. */
export function canonicalLine(row: HashedRow): string {
  const values = [
    ...[row.position, row.at, row.outcome, row.operation, row.entity_type, row.entity_id, row.fqn],
    ...[row.previous_version, row.version, row.actor, row.actor_id, row.address, row.request_id, row.route],
    ...[row.hash_before, row.hash_after, row.change_hash, row.result_hash, row.reason, row.count],
  ];
  return `${JSON.stringify(values)}\n`;
}

/** SHA-256 of a block: its head as a line, and the lines of its records, as UTF-8. */
export class BlockHash {
  private readonly hash: Hash = createHash('sha256');

  constructor({ number, first, last, records, previous }: BlockHead) {
    this.hash.update(`${JSON.stringify([number, first, last, records, previous])}\n`);
  }

  add(row: HashedRow): this {
    this.hash.update(canonicalLine(row));
    return this;
  }

  /** In hex. */
  end(): string {
    return this.hash.digest('hex');
  }
}
