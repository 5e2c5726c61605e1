interface ValueBarsProps {
  readonly label: string;
  readonly parts: readonly {
    readonly label: string;
    readonly count: number;
    /** The part of the largest one, between 0 and 1. */
    readonly part: number;
  }[];
}

const number = new Intl.NumberFormat('en');
/** Units of a whole bar. */
const LENGTH = 100;
const THICKNESS = 10;

/** A bar for each value, as long as its count. */
export function ValueBars({ label, parts }: ValueBarsProps) {
  return (
    <ul className="value-bars" aria-label={label}>
      {parts.map((one, at) => (
        <li key={at}>
          <bdi className="fqn">{one.label}</bdi>
          <svg viewBox={`0 0 ${LENGTH} ${THICKNESS}`} preserveAspectRatio="none" aria-hidden="true">
            <rect className="chart-bar" width={LENGTH * one.part} height={THICKNESS} />
          </svg>
          <span className="nowrap">{number.format(one.count)}</span>
        </li>
      ))}
    </ul>
  );
}
