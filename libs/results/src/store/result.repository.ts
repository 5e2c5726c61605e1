import { Database } from '@app/database';
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
import { resultJson } from './result-json';
import type { Window } from './result-total';

/** JSON text of a result as it is returned. */
export interface ResultText {
  readonly json: string;
  readonly status: ExecutionStatus;
}

type ContractKey = { readonly node: string; readonly fqn: string };

const single = (name: string, condition: string) => (details: boolean) => ({
  name: `result-${name}${details ? '-details' : ''}`,
  text: `select ${resultJson('r', '$2', details)} as json, status from contract_result r where contract = $1 ${condition}`,
});

const LATEST = single('latest', 'order by timestamp desc limit 1');
const BY_ID = single('by-id', 'and id = $3');
const BY_TIMESTAMP = single('by-timestamp', 'and timestamp = $3');

/** Reads of the result history. */
@Injectable()
export class ResultRepository {
  constructor(private readonly database: Database) {}

  async newestOf({ node, fqn }: ContractKey, details: boolean): Promise<ResultText | undefined> {
    return (await this.database.read<ResultText>(LATEST(details), [node, JSON.stringify(fqn)]))[0];
  }

  async byId({ node, fqn }: ContractKey, id: string, details: boolean): Promise<ResultText | undefined> {
    return (await this.database.read<ResultText>(BY_ID(details), [node, JSON.stringify(fqn), id]))[0];
  }

  async byTimestamp({ node, fqn }: ContractKey, time: number, details: boolean): Promise<ResultText | undefined> {
    return (await this.database.read<ResultText>(BY_TIMESTAMP(details), [node, JSON.stringify(fqn), time]))[0];
  }

  /** A block of a list, newest first, without the total. */
  async page({ node, fqn }: ContractKey, query: PageQuery, details: boolean): Promise<PageRow> {
    const statement = pageStatement({ details, byStatus: query.status !== undefined, counted: false });
    const values = [...pageValues(node, query, false), JSON.stringify(fqn)];
    return (await this.database.read<PageRow>(statement, values))[0]!;
  }

  /** The first block of a list with its total and its contract, by id; undefined if there is no such contract. */
  async firstPage(
    contractId: string,
    contract: ContractColumns,
    query: PageQuery,
    details: boolean,
  ): Promise<(PageRow & FoundContract) | undefined> {
    const statement = pageStatement({ details, byStatus: query.status !== undefined, counted: true, contract });
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
    details: boolean,
    status?: string,
  ): Promise<number | undefined> {
    const values = [contractId, part.from, part.to, limit, ...(status === undefined ? [] : [status])];
    const statement = pageBeforeStatement(details, status !== undefined);
    const [row] = await this.database.read<{ newest: string | null }>(statement, values);
    return row?.newest === null || row === undefined ? undefined : Number(row.newest);
  }
}
