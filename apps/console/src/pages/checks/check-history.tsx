import { useQuery } from '@tanstack/react-query';
import { testResultsQuery, type TestCase, type TestResult } from '../../api/operations/checks';
import { PointChart } from '../../ui/charts/point-chart';
import { Loaded } from '../../ui/states';
import { StatusOfRun } from '../../ui/status';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Moment } from '../../ui/time';
import { boundText, historyPoints, measuredOf, valueText } from './history-points';
import { titleOf } from './check-words';

/** The results of a check over time: as a chart where they measured something, and as a table. */
export function CheckHistory({ of: testCase }: { readonly of: TestCase }) {
  const query = useQuery(testResultsQuery(testCase.fullyQualifiedName));
  return (
    <section className="stack" style={{ gap: 10 }} aria-label={`History of ${titleOf(testCase)}`}>
      <h3 className="section-title">History</h3>
      <Loaded query={query} what="Loading the history">
        {(results) =>
          results.length === 0 ? (
            <p className="dimmed" style={{ margin: 0 }}>
              It has no result yet.
            </p>
          ) : (
            <>
              <HistoryChart of={testCase} results={results} />
              <HistoryTable of={testCase} results={results} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

interface HistoryProps {
  readonly of: TestCase;
  /** The newest first. */
  readonly results: readonly TestResult[];
}

/** One point is no history. */
const LEAST_POINTS = 2;

function HistoryChart({ of, results }: HistoryProps) {
  const { what, points } = historyPoints(results);
  if (points.length < LEAST_POINTS) return null;
  return (
    <PointChart
      label={`${titleOf(of)}: the newest ${points.length} results, as in the table`}
      points={points}
      textOf={(value) => valueText({ what, value })}
    />
  );
}

function HistoryTable({ of: { parameterValues }, results }: HistoryProps) {
  return (
    <TableScroll>
      <Table
        label="History"
        head={['When', 'Status', 'Value', 'Bound', 'What it found']}
        rows={results.map((result) => {
          const measured = measuredOf(result);
          return [
            <Moment key="when" of={result.timestamp} />,
            <StatusOfRun key="status" of={result.testCaseStatus} />,
            <span key="value" className="nowrap">
              {measured ? valueText(measured) : '–'}
            </span>,
            <span key="bound" className="nowrap">
              {boundText(measured, parameterValues)}
            </span>,
            <span key="found" className="small">
              {result.result}
            </span>,
          ];
        })}
        keyOf={(at) => String(results[at]!.timestamp)}
      />
    </TableScroll>
  );
}
