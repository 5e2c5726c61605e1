import { Visibility, csvText, type Reference } from '@app/catalog';
import { withoutNulls, type Actor, type RowOf } from '@app/common';
import { BoundValues, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { visibleOnly, type GroupedBy } from './asset-groups';
import { ALL, reportStatement } from './report-statement';

export const MOST_REPORT_DAYS = 90;

/** Sums of the assets and contracts of a group. */
export interface GroupSums {
  /** Assets of types that can have a contract, and those of them that have one. */
  readonly assets: number;
  readonly covered: number;
  /** Contracts without those that are upcoming or have ended, and how many of them have which verdict. */
  readonly contracts: number;
  readonly passing: number;
  readonly partial: number;
  readonly failing: number;
  readonly notJudged: number;
  /** Part of the time in which contracts had a verdict that they passed, in percent; absent where none had one. */
  readonly passRate?: number;
  /** Part of the results with an SLA that met it, in percent; absent without such results. */
  readonly slaMet?: number;
  readonly withObjectives: number;
  /** Contracts of these whose error budget burnt at the last look. */
  readonly burning: number;
  /** Recoveries: failing contracts that passed again, and the median of how long that took, in ms. */
  readonly recovered: number;
  readonly timeToRecover?: number;
}

export interface ReportedGroup extends GroupSums {
  /** Absent: what is in none. */
  readonly group?: Reference;
}

export interface Report {
  /** The worst first. */
  readonly data: readonly ReportedGroup[];
  /** Each asset and each contract once, however many groups it is in. */
  readonly total: GroupSums;
  readonly paging: { readonly total: number };
}

export interface ReportRequest {
  readonly groupBy: GroupedBy;
  /** Days of UTC, including today. */
  readonly days: number;
  readonly limit: number;
}

type Row = RowOf<ReportedGroup> & { readonly node: string; readonly total: number };

const NOTHING: GroupSums = {
  ...{ assets: 0, covered: 0, contracts: 0, passing: 0, partial: 0, failing: 0, notJudged: 0 },
  ...{ withObjectives: 0, burning: 0, recovered: 0 },
};

/** Reports of teams, domains, tiers and services: how many assets have a contract, and how these went. */
@Injectable()
export class GroupReport {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** The lowest pass rate first, then the lowest coverage. One statement, for every reader the same. */
  async of(actor: Actor, { groupBy, days, limit }: ReportRequest): Promise<Report> {
    const { values, bind } = new BoundValues();
    const text = reportStatement(groupBy, days, limit, bind, visibleOnly(this.visibility, actor, bind));
    const rows = await this.database.query<Row>(text, values);
    const isAll = ({ node }: Row): boolean => node === String(ALL);
    const all = rows.find(isAll);
    return {
      data: rows.filter((row) => !isAll(row)).map(sumsOf),
      total: all ? sumsOf(all) : NOTHING,
      paging: { total: all?.total ?? 0 },
    };
  }
}

const sumsOf = ({ node: _node, total: _total, ...row }: Row): ReportedGroup => withoutNulls<ReportedGroup>(row);

const NUMBERS = [
  'assets',
  'covered',
  'contracts',
  'passing',
  'partial',
  'failing',
  'notJudged',
  'passRate',
  'slaMet',
  'withObjectives',
  'burning',
  'recovered',
  'timeToRecover',
] as const satisfies readonly (keyof GroupSums)[];

/** The groups of a report as CSV, in its order; a row without a name is of what is in no group. */
export function reportFile(by: GroupedBy, { data }: Pick<Report, 'data'>): AsyncGenerator<string> {
  const pages = async function* () {
    yield data;
  };
  const cellsOf = (row: ReportedGroup): string[] => [
    row.group?.fullyQualifiedName ?? '',
    ...NUMBERS.map((name) => String(row[name] ?? '')),
  ];
  return csvText([by, ...NUMBERS], pages(), (row) => [cellsOf(row)], false);
}
