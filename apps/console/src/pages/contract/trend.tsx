import { Bars } from '../../ui/bars';
import { Table } from '../../ui/tables/table';
import { dayText } from '../../ui/time';

const HALF_A_DAY_MS = 43_200_000;

/** The day of a part, by its middle: its beginning is a little off midnight where clocks differ or were put forward. */
const dayOf = (from: number): string => dayText(from + HALF_A_DAY_MS);

interface Judged {
  readonly evaluated?: number;
  readonly passed?: number;
  readonly passRate?: number;
}
type Dimensions = Readonly<Record<string, Judged | undefined>>;

interface Summary {
  readonly total: number;
  readonly passRate?: number;
  readonly dimensions: Dimensions;
  readonly trend: readonly Part[];
}

interface Part {
  readonly from?: number;
  readonly byStatus?: Readonly<Record<string, number>>;
  readonly passRate?: number;
  readonly dimensions?: Dimensions;
}

const DIMENSIONS = [
  ['schema', 'Schema'],
  ['semantics', 'Semantics'],
  ['quality', 'Quality'],
  ['sla', 'SLA'],
] as const;
type Dimension = (typeof DIMENSIONS)[number];

const percent = (value: number | undefined): string => (value === undefined ? '–' : `${Math.round(value)} %`);

/** The last thirty days: how often the contract passed, and each dimension of it, by day; as a table for readers of screens. */
export function Trend({ summary: { total, passRate, dimensions, trend } }: { readonly summary: Summary }) {
  const judged = DIMENSIONS.filter(([name]) => dimensions[name]?.evaluated);
  return (
    <section className="panel stack" aria-label="The last 30 days">
      <div className="trend">
        <Share
          name="Pass rate, last 30 days"
          rate={passRate}
          counts={total === 1 ? '1 run' : `${total} runs`}
          isLarge
        />
        <Bars
          parts={trend.map(({ from = 0, byStatus = {} }) => ({ day: dayOf(from), ...runsOf(byStatus) }))}
          of="runs"
        />
        {judged.map(([name, label]) => (
          <DimensionTrend key={name} name={name} label={label} judged={dimensions[name] ?? {}} trend={trend} />
        ))}
        <div className="row row-apart dimmed small trend-ends" aria-hidden="true">
          <span>30 days ago</span>
          <span>today</span>
        </div>
      </div>
      <div className="visually-hidden">
        <h3>Runs by day</h3>
        <Table
          head={['Day', 'Passing', 'Some checks failing', 'Failing', ...judged.map(([, label]) => `${label} passing`)]}
          rows={trend
            .filter(({ byStatus = {} }) => Object.keys(byStatus).length > 0)
            .map((part) => rowOf(part, judged))}
        />
      </div>
    </section>
  );
}

function rowOf({ from = 0, byStatus = {}, dimensions = {} }: Part, judged: readonly Dimension[]) {
  return [
    dayOf(from),
    byStatus.Success ?? 0,
    byStatus.PartialSuccess ?? 0,
    byStatus.Failed ?? 0,
    ...judged.map(([name]) => {
      const { passed = 0, evaluated = 0 } = dimensions[name] ?? {};
      return evaluated > 0 ? `${passed} of ${evaluated}` : '–';
    }),
  ];
}

interface ShareProps {
  readonly name: string;
  readonly rate: number | undefined;
  readonly counts: string;
  readonly isLarge?: boolean;
}

function Share({ name, rate, counts, isLarge = false }: ShareProps) {
  return (
    <div>
      <div className="dimmed small">{name}</div>
      <div className={isLarge ? 'figure' : 'figure-small'}>{percent(rate)}</div>
      <div className="dimmed small">{counts}</div>
    </div>
  );
}

interface DimensionTrendProps {
  readonly name: string;
  readonly label: string;
  readonly judged: Judged;
  readonly trend: readonly Part[];
}

function DimensionTrend({ name, label, judged: { passRate, passed = 0, evaluated = 0 }, trend }: DimensionTrendProps) {
  const parts = trend.map(({ from = 0, dimensions = {} }) => {
    const { evaluated: all = 0, passed: ok = 0 } = dimensions[name] ?? {};
    return { day: dayOf(from), ok, part: 0, bad: all - ok };
  });
  return (
    <>
      <Share name={label} rate={passRate} counts={`${passed} of ${evaluated}`} />
      <Bars parts={parts} of={`runs that judged ${label}`} isSmall />
    </>
  );
}

const runsOf = ({ Success = 0, PartialSuccess = 0, Failed = 0, Aborted = 0 }: Readonly<Record<string, number>>) => ({
  ok: Success,
  part: PartialSuccess,
  bad: Failed + Aborted,
});
