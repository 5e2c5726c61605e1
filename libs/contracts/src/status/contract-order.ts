/** A column that lists of contracts are sorted by; null in no row. */
interface OrderColumn {
  readonly sql: string;
  readonly type: string;
}

/** Since when the contracts of an alias pass, or fail; as the index `contract_by_since` has it. */
export const bySince = (contract: string): readonly [since: OrderColumn, node: OrderColumn] => [
  { sql: `coalesce(${contract}.verdict_since, 0)`, type: 'bigint' },
  { sql: `${contract}.node`, type: 'bigint' },
];

/** The latest status of the contracts of an alias, the worst first; as the index `contract_by_status` has it. */
export const byStatus = (contract: string): readonly OrderColumn[] => [
  {
    sql: `array_position('{Failed,PartialSuccess,Aborted,Running,Queued,Success,None}'::text[], coalesce(${contract}.latest_status, 'None'))`,
    type: 'integer',
  },
  ...bySince(contract),
];
