import { PAGE_BYTES } from '@app/common';
import type { PreparedStatement } from '@app/database';
import type { ContractColumns } from './contract-finder';
import { resultJson, resultTexts, storedBytes, MOST_STORED, type ResultParts } from './result-json';
import { TOTAL_PARAMETERS, totalSql, totalValues, unseen, type Window } from './result-total';

/** Parameters that determine the statement of a page; each combination is prepared once per connection. */
export interface PageShape {
  readonly parts: ResultParts;
  readonly byStatus: boolean;
  /** Whether the total of the window is included. */
  readonly counted: boolean;
  /** Columns of the contract, if the statement also finds it by its id. */
  readonly contract?: ContractColumns;
}

export interface PageQuery {
  /** Time range of the list. */
  readonly window: Window;
  /** Time range of the page within it. */
  readonly part: Window;
  readonly limit: number;
  /** Bytes of texts, without the FQN of the contract, after which the block ends. */
  readonly bytes: number;
  readonly status?: string;
}

/** One page, newest first; times are bigint in decimal. */
export interface PageRow {
  /** The results as JSON text, joined by commas; null if there are none. */
  readonly data: string | null;
  readonly count: number;
  /** Size of the texts, without the FQN of the contract. */
  readonly bytes: number;
  /** Whether there are more rows within `limit`. */
  readonly isCut: boolean;
  /** Total of the window, if requested. */
  readonly total: string | null;
  readonly newest: string | null;
  readonly oldest: string | null;
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

const variants = ({ parts, byStatus, counted, contract }: PageShape) =>
  [parts, byStatus && 'status', counted && 'total', contract && `of-${contract.name}-contract`]
    .flatMap((name) => (name ? `-${name}` : []))
    .join('');

/** Bytes that the results of a block may be stored in; one that is long is not read beside others. */
const BLOCK_STORED = 8 * MOST_STORED;
const weight = (stored: string): string =>
  `case when ${stored} > ${MOST_STORED} then ${BLOCK_STORED} + 1 else ${stored} end`;

/** Number of page parameters before those of the total. */
const PAGE_PARAMETERS = 7;

/**
 * Parameters: the contract's node, or its id if the statement finds it, window from and to, part from and to, limit,
 * bytes, those of the total, status; the FQN, unless the contract is found. No row if the contract is not found.
 *
 * All of these but limit and status stand in one row, `asked`, which hides them from the planner as `unseen` does: a subquery for each
 * mention of each would take longer to begin with than the page does.
 *
 * One scan of the index. Which texts are made is known by what is stored, before any is read. A block that finds the contract has those
 * that are made in no time, which may be none; another one has at least one.
 */
export function pageStatement(shape: PageShape): PreparedStatement {
  const at = PAGE_PARAMETERS + 1;
  const afterTotal = at + (shape.counted ? TOTAL_PARAMETERS : 0);
  const byStatus = shape.byStatus ? `$${afterTotal}` : undefined;
  const status = byStatus === undefined ? '' : `and status = ${byStatus}`;
  const fqnAt = afterTotal + (byStatus === undefined ? 0 : 1);
  const bounds = Object.entries(BOUNDS).map(([name, n]) => `$${n}::bigint as ${name}`);
  const edges = shape.counted
    ? Array.from({ length: TOTAL_PARAMETERS }, (_, n) => `$${at + n}::bigint as edge_${n}`)
    : [];
  const contract = shape.contract
    ? `select ${shape.contract.sql}, c.node as key, to_json(e.fqn)::text as quoted`
    : `select $1::bigint as key, $${fqnAt}::text as quoted`;
  const stored = shape.parts === 'status' ? '0' : weight(storedBytes('r'));
  const ofContract = `contract = a.key ${status} and`;
  const exists = (condition: string) => `exists (select 1 from contract_result where ${ofContract} ${condition})`;
  const total = totalSql('a.key', ['a.window_from', 'a.window_to'], (n) => `a.edge_${n}`, byStatus);
  return {
    name: `results-page${variants(shape)}`,
    text: `
      with asked as materialized (
        ${contract}, ${[...bounds, ...edges].join(', ')} ${shape.contract ? FROM_CONTRACT : ''})
      select ${shape.contract ? 'a.node, a.id, a.fqn, a."ownerIds",' : ''} data, count, bytes, count < count_within as "isCut",
             newest::text, page.oldest::text, ${shape.counted ? total : 'null'} as total,
             ${exists('timestamp > coalesce(newest, a.part_to) and timestamp <= a.window_to')} as "hasNewer",
             ${exists('timestamp < coalesce(page.oldest, a.part_from) and timestamp >= a.window_from')} as "hasOlder"
        from asked a
       cross join lateral (
         select string_agg(json, ',' order by timestamp desc) filter (where taken) as data, count(*) filter (where taken)::int as count,
                coalesce(sum(bytes) filter (where taken), 0)::int as bytes, count(*) as count_within,
                max(timestamp) filter (where taken) as newest, min(timestamp) filter (where taken) as oldest
           from (select timestamp, json, bytes, json is not null and coalesce(
                          sum(bytes) over (order by timestamp desc rows between unbounded preceding and 1 preceding), 0) < a.most_bytes as taken
                   from (select timestamp, json, octet_length(json) - octet_length(a.quoted) as bytes
                           from (select timestamp, case when held <= ${BLOCK_STORED} then ${resultJson('w', 'a.quoted', shape.parts)} end as json
                                   from (select r.*, sum(${stored}) over (order by timestamp desc rows unbounded preceding)
                                                     ${shape.contract ? '' : `- ${stored}`} as held
                                           from (select * from contract_result
                                                  where ${ofContract} timestamp between a.part_from and a.part_to
                                                  order by timestamp desc limit ${unseen('$6')}) r) w offset 0) made offset 0) sized) walked) page`,
  };
}

const FROM_CONTRACT = 'from entity e join contract c on c.node = e.node where e.id = $1 and c.live';

/** Parameters that stand in `asked`, by their numbers. */
const BOUNDS = { window_from: 2, window_to: 3, part_from: 4, part_to: 5, most_bytes: 7 };

/** @param contract its node, or its id for a statement that finds it */
export function pageValues(
  contract: string,
  { window, part, limit, bytes, status }: PageQuery,
  counted: boolean,
): unknown[] {
  const values = [contract, window.from, window.to, part.from, part.to, limit, bytes];
  return [...values, ...(counted ? totalValues(window) : []), ...(status === undefined ? [] : [status])];
}

/** Parameters: contract, window from and to, those of the total, status. */
export function totalStatement(byStatus: boolean): PreparedStatement {
  const at = 4;
  const parameter = (n: number): string => unseen(`$${at + n}`);
  const total = totalSql(
    '$1',
    [unseen('$2'), unseen('$3')],
    parameter,
    byStatus ? `$${at + TOTAL_PARAMETERS}` : undefined,
  );
  return { name: `results-total${byStatus ? '-status' : ''}`, text: `select ${total} as total` };
}

export function totalStatementValues(contract: string, window: Window, status?: string): unknown[] {
  const values = [contract, window.from, window.to, ...totalValues(window)];
  return status === undefined ? values : [...values, status];
}

/**
 * Start of the page that ends just before a cursor: the time of its newest result, given the maximum page size.
 * Parameters: the contract's id, from, to, limit, status.
 */
export function pageBeforeStatement(parts: ResultParts, byStatus: boolean): PreparedStatement {
  return {
    name: `results-before-${parts}${byStatus ? '-status' : ''}`,
    text: `
      select max(timestamp)::text as newest from (
        select timestamp, row_number() over walk as n, sum(bytes) over (walk rows unbounded preceding) as held from (
          select timestamp, ${bytesOf(parts)} as bytes from contract_result
           where contract = (select node from entity where id = $1) and timestamp between ${unseen('$2')} and ${unseen('$3')} ${byStatus ? 'and status = $5' : ''}
           order by timestamp limit ${unseen('$4')}) sized
        window walk as (order by timestamp)) walked
       where n = 1 or held <= ${PAGE_BYTES}`,
  };
}

/** Text size of a result in bytes, without the FQN of its contract. */
function bytesOf(parts: ResultParts): string {
  const { head, rest } = resultTexts('contract_result', parts);
  return `octet_length(${head} || ${rest})`;
}
