import { KnownValues, PassedOver } from '@app/common';
import type { Database, PreparedStatement } from '@app/database';
import type { ContractColumns, FoundContract } from './contract-finder';
import { BLOCK_STORED, type PageQuery, type PageRow } from './page-statement';
import { MOST_STORED, resultJson, storedBytes, type ResultParts } from './result-json';
import { TOTAL_PARAMETERS, totalSql, totalValues, unseen } from './result-total';

/** Results of the longest page that is read so: of a longer one each would have too small a share. */
const MOST_RESULTS = 100;
/** Pages of a contract that are read by sums of sizes after one that had a large result: where there is one there are more. */
const PASSED_OVER = 15;
/** Contracts of which it is known that they have large results. */
const MOST_CONTRACTS = 1_000;
/** Statements, of which there are fewer, and the length of their names. */
const [MOST_STATEMENTS, LONGEST_NAME] = [64, 64] as const;

interface ShortShape {
  readonly parts: ResultParts;
  readonly byStatus: boolean;
  readonly contract: ContractColumns;
  /** Whether the page ends before its window does, so that there may be newer results. */
  readonly endsBefore: boolean;
}

type ShortRow = PageRow & FoundContract & { readonly isShort: boolean };

/**
 * Pages on which no result is stored in more than its share of a block, so that none has to be left out whatever their number: one
 * scan of the index, without sums of sizes. They are the pages of the statement that has them.
 */
export class ShortPages {
  /** Contracts that have large results, by their ids. */
  private readonly passedOver = new PassedOver(PASSED_OVER, MOST_CONTRACTS);

  constructor(private readonly database: Database) {}

  /** The page with its total and its contract; undefined: there is no such contract; `long`: it is not read so. */
  async read(
    contractId: string,
    contract: ContractColumns,
    query: PageQuery,
    parts: ResultParts,
  ): Promise<(PageRow & FoundContract) | undefined | 'long'> {
    if (query.limit > MOST_RESULTS || this.passedOver.takes(contractId)) return 'long';
    const byStatus = query.status !== undefined;
    const statement = statementOf({ parts, byStatus, contract, endsBefore: query.part.to < query.window.to });
    const [row] = await this.database.read<ShortRow>(statement, valuesOf(contractId, query));
    if (!row || row.isShort) return row;
    this.passedOver.add(contractId);
    return 'long';
  }
}

/** Parameters that stand in `asked`, by their numbers; $1 is the id of the contract, $6 the limit. */
const BOUNDS = { window_from: 2, window_to: 3, part_from: 4, part_to: 5, most_bytes: 7, share: 8 };
const BOUND_PARAMETERS = 8;

function valuesOf(contractId: string, { window, part, limit, bytes, status }: PageQuery): unknown[] {
  const share = Math.min(MOST_STORED, Math.floor(BLOCK_STORED / limit));
  const values = [contractId, window.from, window.to, part.from, part.to, limit, bytes, share, ...totalValues(window)];
  return status === undefined ? values : [...values, status];
}

const statements = new KnownValues<PreparedStatement>(MOST_STATEMENTS, LONGEST_NAME);

function statementOf(shape: ShortShape): PreparedStatement {
  const { parts, byStatus, contract, endsBefore } = shape;
  const name = `results-short-${parts}-${contract.name}${byStatus ? '-status' : ''}${endsBefore ? '-newer' : ''}`;
  return statements.of(name, () => ({ name, text: textOf(shape) }));
}

/** What is read of the contract, its bounds and the total stand in one row, which is one step less than `pageStatement` takes. */
function textOf({ parts, byStatus, contract, endsBefore }: ShortShape): string {
  const status = byStatus ? `$${BOUND_PARAMETERS + TOTAL_PARAMETERS + 1}` : undefined;
  const bounds = Object.entries(BOUNDS).map(([name, n]) => `$${n}::bigint as ${name}`);
  const edges = Array.from({ length: TOTAL_PARAMETERS }, (_, n) => `$${BOUND_PARAMETERS + 1 + n}::bigint as edge_${n}`);
  const ofContract = `contract = a.key ${status === undefined ? '' : `and status = ${status}`} and`;
  const exists = (condition: string) => `exists (select 1 from contract_result where ${ofContract} ${condition})`;
  const newer = exists('timestamp > coalesce(newest, a.part_to) and timestamp <= a.window_to');
  const stored = parts === 'status' ? '0' : storedBytes('r');
  return `
    with asked as materialized (
      select ${contract.sql}, c.node as key, to_json(e.fqn)::text as quoted, ${[...bounds, ...edges].join(', ')}
        from entity e join contract c on c.node = e.node where e.id = $1 and c.live)
    select a.node, a.id, a.fqn, a."ownerIds", newest::text, page.oldest::text, count, bytes, false as "isCut",
           made = count and bytes <= a.most_bytes as "isShort", case when made = count and bytes <= a.most_bytes then data end as data,
           ${totalSql('a.key', ['a.window_from', 'a.window_to'], (n) => `a.edge_${n}`, status)} as total,
           ${endsBefore ? newer : 'false'} as "hasNewer",
           ${exists('timestamp < coalesce(page.oldest, a.part_from) and timestamp >= a.window_from')} as "hasOlder"
      from asked a
     cross join lateral (
       select string_agg(json, ',' order by timestamp desc) as data, count(*)::int as count, count(json)::int as made,
              coalesce(sum(octet_length(json) - octet_length(a.quoted)), 0)::int as bytes, max(timestamp) as newest, min(timestamp) as oldest
         from (select timestamp, case when ${stored} <= a.share then ${resultJson('r', 'a.quoted', parts)} end as json
                 from contract_result r
                where ${ofContract} timestamp between a.part_from and a.part_to
                order by timestamp desc limit ${unseen('$6')}) made) page`;
}
