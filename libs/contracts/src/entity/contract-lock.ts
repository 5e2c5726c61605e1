import { type PreparedStatement, type Transaction, query } from '@app/database';

export interface ContractLockOptions {
  /** Only contracts that are not deleted. */
  readonly live?: boolean;
  /** Skips contracts locked by others instead of waiting. */
  readonly skipLocked?: boolean;
}

/**
 * Locks rows of `contract` until the end of the transaction: serialises writers of the results and runs of one contract. Rows are
 * locked in node order to prevent deadlocks.
 *
 * @returns the locked nodes; excludes contracts that do not exist or are excluded by `options`
 */
export async function lockContracts(
  tx: Transaction,
  nodes: readonly string[],
  { live = false, skipLocked = false }: ContractLockOptions = {},
): Promise<ReadonlySet<string>> {
  const statement = (live ? LIVE : ANY)[skipLocked ? 'skip locked' : ''];
  const rows = await query<{ node: string }>(tx, statement, [nodes]);
  return new Set(rows.map(({ node }) => node));
}

const ANY = statements('contract-lock', '');
const LIVE = statements('contract-lock-live', 'and c.live');

function statements(name: string, condition: string): Readonly<Record<'' | 'skip locked', PreparedStatement>> {
  // The array is read in a subselect: if its length were known, PostgreSQL would plan each execution anew.
  const text = (ending: string): string => `
    select c.node::text from contract c where c.node = any(array(select unnest($1::bigint[]))) ${condition}
     order by c.node for no key update ${ending}`;
  return {
    '': { name, text: text('') },
    'skip locked': { name: `${name}-free`, text: text('skip locked') },
  };
}
