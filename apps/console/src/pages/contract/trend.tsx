const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

interface Summary {
  readonly total: number;
  readonly passRate?: number;
  readonly dimensions: Readonly<Record<string, { evaluated?: number; passed?: number; passRate?: number } | undefined>>;
  readonly trend: readonly { from?: number; byStatus?: Readonly<Record<string, number>>; passRate?: number }[];
}

const DIMENSIONS = [
  ['schema', 'Schema'],
  ['semantics', 'Semantics'],
  ['quality', 'Quality'],
  ['sla', 'SLA'],
] as const;
const percent = (value: number | undefined): string => (value === undefined ? '–' : `${Math.round(value)} %`);

/** The last thirty days: how often the contract held, by day and by dimension; as a table for readers of screens. */
export function Trend({ summary: { total, passRate, dimensions, trend } }: { readonly summary: Summary }) {
  return (
    <section className="panel stack" aria-label="The last 30 days">
      <div className="row" style={{ gap: 36, alignItems: 'flex-end' }}>
        <div>
          <div className="dimmed small">Held, last 30 days</div>
          <div className="figure">{percent(passRate)}</div>
          <div className="dimmed small">{total === 1 ? '1 run' : `${total} runs`}</div>
        </div>
        {DIMENSIONS.map(([name, label]) =>
          dimensions[name]?.evaluated ? (
            <div key={name}>
              <div className="dimmed small">{label}</div>
              <div style={{ fontSize: 20, fontWeight: 600 }}>{percent(dimensions[name].passRate)}</div>
              <div className="dimmed small">
                {dimensions[name].passed} of {dimensions[name].evaluated}
              </div>
            </div>
          ) : null,
        )}
      </div>
      <div className="bars" aria-hidden="true">
        {trend.map(({ from = 0, byStatus = {} }) => (
          <Bar key={from} from={from} byStatus={byStatus} />
        ))}
      </div>
      <div className="row row-apart dimmed small" aria-hidden="true">
        <span>30 days ago</span>
        <span>today</span>
      </div>
      <table className="visually-hidden">
        <caption>Runs by day</caption>
        <thead>
          <tr>
            <th>From</th>
            <th>Success</th>
            <th>Partial success</th>
            <th>Failed</th>
          </tr>
        </thead>
        <tbody>
          {trend
            .filter(({ byStatus = {} }) => Object.keys(byStatus).length > 0)
            .map(({ from = 0, byStatus = {} }) => (
              <tr key={from}>
                <td>{DATE.format(from)}</td>
                <td>{byStatus.Success ?? 0}</td>
                <td>{byStatus.PartialSuccess ?? 0}</td>
                <td>{byStatus.Failed ?? 0}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

interface BarProps {
  readonly from: number;
  readonly byStatus: Readonly<Record<string, number>>;
}

function Bar({ from, byStatus }: BarProps) {
  const { Success = 0, PartialSuccess = 0, Failed = 0, Aborted = 0 } = byStatus;
  const total = Success + PartialSuccess + Failed + Aborted;
  const share = (count: number): string => `${total === 0 ? 0 : (100 * count) / total}%`;
  return (
    <span title={`${DATE.format(from)}: ${total} runs`}>
      <i className="bar-ok" style={{ height: share(Success) }} />
      <i className="bar-part" style={{ height: share(PartialSuccess) }} />
      <i className="bar-bad" style={{ height: share(Failed + Aborted) }} />
    </span>
  );
}
