import { isCurrent, isDated } from '@app/contracts';
import { Database, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Facts about the contract of an event. */
export interface NotifiedContract {
  readonly node: string;
  /** Neither upcoming nor ended. */
  readonly isCurrent: boolean;
  readonly isDated: boolean;
  /** Deleted with what it lies in. */
  readonly isTaken: boolean;
  /** Its end, in epoch ms. */
  readonly until?: number;
}

const CONTRACTS: PreparedStatement = {
  name: 'contracts-of-notices',
  text: `
  select e.id::text, e.node::text, ${isCurrent('c')} as is_current, ${isDated('c')} as is_dated, c.effective_until::text as until,
         coalesce(e.deleted_by <> e.node, false) as is_taken
    from entity e join contract c on c.node = e.node where e.id = any($1::uuid[])`,
};

const HAS_CONSUMERS: PreparedStatement = {
  name: 'contract-has-consumers',
  text: `select from contract_consumer d join entity p on p.node = d.party and p.deleted_by is null where d.contract = $1 limit 1`,
};

const HAS_POLICY: PreparedStatement = {
  name: 'contract-has-policy',
  text: `select from policies_of_contract($1) limit 1`,
};

const POSITION: PreparedStatement = {
  name: 'contract-notice-place',
  text: `select position::text, (select coalesce(max(position), 0)::text from change_event) as newest from contract_notice_place`,
};

/** Statements about the events of which notices have been made. */
@Injectable()
export class NoticePositionRepository {
  constructor(private readonly database: Database) {}

  /** The position of the last event of which notices were made, and of the newest one. */
  async current(): Promise<{ readonly position: number; readonly newest: number }> {
    const [row] = await this.database.read<{ position: string; newest: string }>(POSITION, []);
    if (!row) throw new Error('contract_notice_place has no row: it came with the schema');
    return { position: Number(row.position), newest: Number(row.newest) };
  }

  /** @returns false where it is not there any more */
  async move(tx: Transaction, from: number, to: number): Promise<boolean> {
    const text = `update contract_notice_place set position = $2 where position = $1 returning 1`;
    return (await query(tx, text, [from, to])).length > 0;
  }

  /** The contracts that are there, by id. */
  async contracts(ids: readonly string[]): Promise<ReadonlyMap<string, NotifiedContract>> {
    if (!ids.length) return new Map();
    type Row = {
      id: string;
      node: string;
      is_current: boolean;
      is_dated: boolean;
      is_taken: boolean;
      until: string | null;
    };
    const rows = await this.database.read<Row>(CONTRACTS, [[...new Set(ids)]]);
    return new Map(
      rows.map(({ id, node, is_current, is_dated, is_taken, until }) => [
        id,
        {
          node,
          isCurrent: is_current,
          isDated: is_dated,
          isTaken: is_taken,
          ...(until !== null && { until: Number(until) }),
        },
      ]),
    );
  }

  async hasPolicies(tx: Transaction): Promise<boolean> {
    return (await query(tx, `select from contract_policy limit 1`)).length > 0;
  }

  /** Whether a policy governs the contract, here its node. */
  async hasPolicy(tx: Transaction, contract: string): Promise<boolean> {
    return (await query(tx, HAS_POLICY, [contract])).length > 0;
  }

  async hasConsumers(tx: Transaction, contract: string): Promise<boolean> {
    return (await query(tx, HAS_CONSUMERS, [contract])).length > 0;
  }
}
