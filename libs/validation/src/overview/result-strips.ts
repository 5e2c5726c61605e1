import { invalidFields, LAST_INSTANT, uuidList, type Actor } from '@app/common';
import { Database } from '@app/database';
import { ContractFinder, type ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';

/** Contracts of one request. */
export const MOST_STRIPS = 100;
/** Results of one contract. */
export const MOST_MARKS = 1_000;

export interface StripQuery {
  /** Ids of contracts, separated by commas. */
  readonly ids: string;
  /** Epoch ms, both included. */
  readonly startTs?: number;
  readonly endTs?: number;
  /** Results of each contract, the newest ones. */
  readonly limit?: number;
}

/** The results of a contract in a window, oldest first. */
export interface ResultStrip {
  readonly id: string;
  readonly results: readonly (readonly [timestamp: number, status: ExecutionStatus])[];
}

const STRIPS = {
  name: 'result-strips',
  text: `
    select c.node::text, coalesce(r.results, '[]') as results
      from unnest((select $1::bigint[])) c (node) left join lateral (
        select json_agg(json_build_array(timestamp, status) order by timestamp) as results from (
          select timestamp, status from contract_result
           where contract = c.node and timestamp >= $2 and timestamp <= $3 order by timestamp desc limit $4) newest) r on true`,
};

/** Results of many contracts at once, by time and status alone. */
@Injectable()
export class ResultStrips {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
  ) {}

  /**
   * Two statements. In the order asked for, without contracts that are not there or hidden.
   * @throws {AppError} BAD_REQUEST, FORBIDDEN for a contract that the actor may not view
   */
  async of(actor: Actor, query: StripQuery): Promise<{ data: ResultStrip[] }> {
    const { startTs = 0, endTs = LAST_INSTANT, limit = 100 } = query;
    const ids = uuidList('ids', query.ids, MOST_STRIPS);
    if (startTs > endTs)
      throw invalidFields([{ field: 'startTs', message: `is ${startTs}, which is after endTs (${endTs})` }]);
    const { granted, refused } = await this.contracts.byIds(actor, ids, 'ViewBasic');
    for (const contract of refused) this.contracts.require(actor, contract, 'ViewBasic');
    const nodes = granted.map(({ node }) => node);
    const rows = await this.database.read<{ node: string; results: ResultStrip['results'] }>(STRIPS, [
      ...[nodes, startTs, endTs, limit],
    ]);
    const results = new Map(rows.map((row) => [row.node, row.results]));
    const found = new Map(granted.map(({ id, node }) => [id, results.get(node) ?? []]));
    return { data: ids.flatMap((id) => (found.has(id) ? [{ id, results: found.get(id)! }] : [])) };
  }
}
