import type { BenchReport, Measure } from '../bench';
import type { EndPages } from './end-pages';
import type { Seeding } from './seed-tables';
import type { WalkResult } from './walk';

export interface ListOutcome {
  readonly quick: boolean;
  readonly seeding: Seeding;
  readonly walks: readonly WalkResult[];
  readonly ends: readonly EndPages[];
  readonly plans: Readonly<Record<string, readonly string[]>>;
}

const TARGET = { bulk: 1 / 3, walk: 1.3, ends: 1.1 };
/** The rows of a page, their number, and the rights of the caller, whatever is asked for. */
const STATEMENTS_A_PAGE = 3;
/** What the process asks for by itself meanwhile. */
const OTHER_STATEMENTS = 40;

export function report(outcome: ListOutcome): BenchReport {
  const { quick, seeding, walks, ends, plans } = outcome;
  return {
    name: 'table-list',
    title: 'Tables put in bulk and listed',
    setting: [
      `${seeding.tables} tables of ${seeding.columns} columns in one schema, put over HTTP by one client: ${seeding.single.tables} alone, the others 1,000 a request, in slices that alternate; then vacuum analyze${quick ? ' (--quick)' : ''}`,
      'Walk: GET /v1/tables page by page over one connection, forward by `after`, then back by `before`; names, order and total of every page are checked',
      'Floor: bare node:http + pg, the same keyset walk by one prepared statement, body (and details, where fields are asked for) as text; a page of it before each page of the product, and one of the statement alone, without HTTP. The ratios are those of the whole way, the times of a page are medians',
    ],
    measures: [bulkRow(seeding), ...walks.flatMap(walkRows), ...ends.map(endsRow)],
    plans,
    faults: [...walks.flatMap(({ faults }) => faults), ...walks.flatMap(statementFaults)],
    raw: { quick, seeding, walks, ends },
  };
}

function bulkRow({ single, bulk }: Seeding): Measure {
  const ratio = single.perSecond / bulk.perSecond;
  return {
    what: 'time of a table in bulk ÷ in a PUT of its own',
    value: `${ratio.toFixed(3)} (${bulk.perSecond.toFixed(0)}/s, ${single.perSecond.toFixed(0)}/s)`,
    target: { text: '≤ 1/3', met: ratio <= TARGET.bulk },
  };
}

function walkRows({ limit, fields, way, pages, pageMs, statements, ...floors }: WalkResult): Measure[] {
  const { serverPageMs, statementPageMs, ratio, statementRatio } = floors;
  const direction = way === 'after' ? 'forward' : 'back';
  const what = `limit ${limit}, ${fields ? `all ${fields}` : 'no'} fields, ${direction}`;
  return [
    {
      what: `${what}: product ÷ floor`,
      value: `${ratio.toFixed(2)} (${pageMs.toFixed(2)} ms ÷ ${serverPageMs.toFixed(2)} ms a page, ${pages} pages, ${(statements / pages).toFixed(2)} statements a page)`,
      target: { text: `≤ ${TARGET.walk}`, met: ratio <= TARGET.walk },
    },
    {
      what: `${what}: product ÷ the statement alone`,
      value: `${statementRatio.toFixed(2)} (${statementPageMs.toFixed(2)} ms a page)`,
    },
  ];
}

function endsRow({ limit, firstMs, lastMs, ratio }: EndPages): Measure {
  return {
    what: `limit ${limit}: last page ÷ first page`,
    value: `${ratio.toFixed(2)} (${lastMs.toFixed(2)} ms ÷ ${firstMs.toFixed(2)} ms)`,
    target: { text: `≤ ${TARGET.ends}`, met: ratio <= TARGET.ends },
  };
}

function statementFaults({ limit, fields, way, pages, statements }: WalkResult): string[] {
  const most = pages * (STATEMENTS_A_PAGE + fields) + OTHER_STATEMENTS;
  if (statements >= pages && statements <= most) return [];
  return [
    `limit ${limit}, ${fields} fields, ${way}: ${statements} statements for ${pages} pages; ${pages} to ${most} expected`,
  ];
}
