import { useQuery } from '@tanstack/react-query';
import { columnProfilesQuery, type ColumnProfile } from '../../api/assets';
import { PointChart } from '../../ui/charts/point-chart';
import { ValueBars } from '../../ui/charts/value-bars';
import { Loaded } from '../../ui/states';
import { Table } from '../../ui/tables/table';
import { Moment } from '../../ui/time';
import { columnPath } from '../consumers/relying';
import { Charted } from './charted';
import { histogramOf, topValuesOf, type Share } from './profile-shares';
import { trendsOf, type Trend } from './profile-trends';

interface ColumnChartsProps {
  /** FQN of the table. */
  readonly table: string;
  readonly column: string;
}

/** The figures of a column over time, and its values as they are now: each as a chart and as a table. */
export function ColumnCharts({ table, column }: ColumnChartsProps) {
  const query = useQuery(columnProfilesQuery(`${table}.${columnPath([column])}`));
  return (
    <Loaded query={query} what="Loading the profiles of the column">
      {(profiles) => (
        <div className="chart-grid">
          {trendsOf(profiles).map((trend) => (
            <TrendChart key={trend.title} of={trend} column={column} />
          ))}
          {profiles[0] && <Values of={profiles[0]} column={column} />}
        </div>
      )}
    </Loaded>
  );
}

function TrendChart({
  of: { title, points, textOf, bounds },
  column,
}: {
  readonly of: Trend;
  readonly column: string;
}) {
  const shown = (value: number | undefined) => (value === undefined ? '–' : textOf(value));
  return (
    <Charted
      title={title}
      chart={
        <PointChart
          label={`${title} of ${column} in the newest ${points.length} profiles, as in the table`}
          points={points}
          textOf={textOf}
          showsBounds
        />
      }
      table={
        <Table
          label={`${title} of ${column}`}
          head={['When', bounds ? 'Mean' : title, ...(bounds ?? [])]}
          rows={points.map(({ timestamp, value, low, high }) => [
            <Moment key="when" of={timestamp} />,
            textOf(value),
            ...(bounds ? [shown(low), shown(high)] : []),
          ])}
        />
      }
    />
  );
}

/** The values of the newest profile; nothing where it has none, or the reader may not see them. */
function Values({ of, column }: { readonly of: ColumnProfile; readonly column: string }) {
  const [values, ranges] = [topValuesOf(of), histogramOf(of)];
  return (
    <>
      {values.length > 0 && <Shares title="Most frequent values" head="Value" shares={values} column={column} />}
      {ranges.length > 0 && <Shares title="Distribution" head="Range" shares={ranges} column={column} />}
    </>
  );
}

interface SharesProps {
  readonly title: string;
  readonly head: string;
  readonly shares: readonly Share[];
  readonly column: string;
}

function Shares({ title, head, shares, column }: SharesProps) {
  return (
    <Charted
      title={title}
      chart={<ValueBars label={`${title} of ${column}`} parts={shares} />}
      table={
        <Table
          label={`${title} of ${column}`}
          head={[head, 'Rows']}
          rows={shares.map(({ label, count }) => [<bdi key="label">{label}</bdi>, count])}
        />
      }
    />
  );
}
