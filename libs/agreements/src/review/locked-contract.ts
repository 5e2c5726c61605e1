import { query, type Transaction } from '@app/database';

/** A contract whose row is locked. */
export interface LockedContract {
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  /** In tenths. */
  readonly version: number;
}

const LOCK = {
  name: 'lock-live-contract',
  text: `select node::text, id::text, fqn, version from entity where type = 'dataContract' and id = $1 and deleted_by is null for no key update`,
};

/** Locks a contract against all other writes of it and of its proposals until the transaction ends. Undefined: not there, or deleted. */
export async function lockContract(tx: Transaction, id: string): Promise<LockedContract | undefined> {
  const [row] = await query<LockedContract & object>(tx, LOCK, [id]);
  return row;
}
