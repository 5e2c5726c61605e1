import { Database, LargeReads, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ExecutionStatus } from '../document/execution-status';
import type { ContractColumns, FoundContract } from './contract-finder';
import {
  pageBeforeStatement,
  pageStatement,
  pageValues,
  totalStatement,
  totalStatementValues,
  type PageQuery,
  type PageRow,
} from './page-statement';
import { MOST_STORED, resultJson, storedBytes, type ResultParts } from './result-json';
import type { Window } from './result-total';

/** JSON text of a result as it is returned. */
export interface ResultText {
  readonly json: string;
  readonly status: ExecutionStatus;
}

type ContractKey = { readonly node: string; readonly fqn: string };

/** Reads of one result, by the parts of its answer. */
type Single = (parts: ResultParts) => {
  /** Without its text where that is long. */
  readonly short: PreparedStatement;
  readonly any: PreparedStatement;
};

const single =
  (name: string, condition: string): Single =>
  (parts) => {
    const json = resultJson('r', '$2', parts);
    const from = `status from contract_result r where contract = $1 ${condition}`;
    const short = `case when ${storedBytes('r')} <= ${MOST_STORED} then ${json} end`;
    return {
      short: { name: `result-${name}-${parts}-short`, text: `select ${short} as json, ${from}` },
      any: { name: `result-${name}-${parts}`, text: `select ${json} as json, ${from}` },
    };
  };

const LATEST = single('latest', 'order by timestamp desc limit 1');
const BY_ID = single('by-id', 'and id = $3');
const BY_TIMESTAMP = single('by-timestamp', 'and timestamp = $3');

/** Reads of the result history. */
@Injectable()
export class ResultRepository {
  constructor(
    private readonly database: Database,
    private readonly large: LargeReads,
  ) {}

  newestOf({ node, fqn }: ContractKey, parts: ResultParts): Promise<ResultText | undefined> {
    return this.one(LATEST, parts, [node, JSON.stringify(fqn)]);
  }

  byId({ node, fqn }: ContractKey, id: string, parts: ResultParts): Promise<ResultText | undefined> {
    return this.one(BY_ID, parts, [node, JSON.stringify(fqn), id]);
  }

  byTimestamp({ node, fqn }: ContractKey, time: number, parts: ResultParts): Promise<ResultText | undefined> {
    return this.one(BY_TIMESTAMP, parts, [node, JSON.stringify(fqn), time]);
  }

  /** A long one is read in a slot. @throws {AppError} SERVICE_UNAVAILABLE */
  private async one(which: Single, parts: ResultParts, values: readonly unknown[]): Promise<ResultText | undefined> {
    const { short, any } = which(parts);
    const read = async <Row extends object>(statement: PreparedStatement): Promise<Row | undefined> =>
      (await this.database.read<Row>(statement, [...values]))[0];
    const found = await read<{ json: string | null; status: ExecutionStatus }>(short);
    if (!found || found.json !== null) return found as ResultText | undefined;
    return this.large.read(true, () => read<ResultText>(any));
  }

  /** A block of a list, newest first, without the total. */
  async page({ node, fqn }: ContractKey, query: PageQuery, parts: ResultParts): Promise<PageRow> {
    const statement = pageStatement({ parts, byStatus: query.status !== undefined, counted: false });
    const values = [...pageValues(node, query, false), JSON.stringify(fqn)];
    return (await this.database.read<PageRow>(statement, values))[0]!;
  }

  /** The first block of a list with its total and its contract, by id; undefined if there is no such contract. */
  async firstPage(
    contractId: string,
    contract: ContractColumns,
    query: PageQuery,
    parts: ResultParts,
  ): Promise<(PageRow & FoundContract) | undefined> {
    const statement = pageStatement({ parts, byStatus: query.status !== undefined, counted: true, contract });
    const [row] = await this.database.read<PageRow & FoundContract>(statement, pageValues(contractId, query, true));
    return row;
  }

  async total(contract: string, window: Window, status?: string): Promise<number> {
    const statement = totalStatement(status !== undefined);
    const values = totalStatementValues(contract, window, status);
    const [row] = await this.database.read<{ total: string }>(statement, values);
    return Number(row!.total);
  }

  /**
   * The newest of the `limit` results in ascending order from the start of `part`; of fewer if they do not fit into a
   * page.
   */
  async newestOfNext(
    contractId: string,
    part: Window,
    limit: number,
    parts: ResultParts,
    status?: string,
  ): Promise<number | undefined> {
    const values = [contractId, part.from, part.to, limit, ...(status === undefined ? [] : [status])];
    const statement = pageBeforeStatement(parts, status !== undefined);
    const [row] = await this.database.read<{ newest: string | null }>(statement, values);
    return row?.newest === null || row === undefined ? undefined : Number(row.newest);
  }
}
