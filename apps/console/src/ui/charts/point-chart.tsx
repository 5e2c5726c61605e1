import { absoluteTime, dayText } from '../time';
import { chartShape, HEIGHT, WIDTH, type ChartPoint, type Dot } from './chart-shape';

const SIZE = 4;

interface PointChartProps {
  /** The subject, for readers of screens. */
  readonly label: string;
  /** The newest first; at least one. */
  readonly points: readonly ChartPoint[];
  readonly textOf: (value: number) => string;
  /** Whether bounds are seen as a whole. */
  readonly showsBounds?: boolean;
}

/** Points over time with the band that they were compared with. A table beside it has the same in words. */
export function PointChart({ label, points, textOf, showsBounds = false }: PointChartProps) {
  const { dots, line, band, bottom, top } = chartShape(points, showsBounds);
  return (
    <figure className="point-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {band !== '' && <polygon className="chart-band" points={band} />}
        <polyline className="chart-line" points={line} />
        {dots.map((dot) => (
          <Marked key={dot.of.timestamp} of={dot} textOf={textOf} />
        ))}
      </svg>
      <figcaption className="row row-apart dimmed small" aria-hidden="true">
        <span>{dayText(points.at(-1)?.timestamp ?? 0)}</span>
        <span>
          {textOf(bottom)} to {textOf(top)}
        </span>
        <span>{dayText(points[0]?.timestamp ?? 0)}</span>
      </figcaption>
    </figure>
  );
}

interface MarkedProps extends Pick<PointChartProps, 'textOf'> {
  readonly of: Dot;
}

/** A circle; a bad point is a square, so that its colour is not the only sign. */
function Marked({ of: { x, y, of }, textOf }: MarkedProps) {
  const title = (
    <title>
      {absoluteTime(of.timestamp)}: {textOf(of.value)}
    </title>
  );
  return of.mark === 'bad' ? (
    <rect className="chart-bad" x={x - SIZE} y={y - SIZE} width={2 * SIZE} height={2 * SIZE}>
      {title}
    </rect>
  ) : (
    <circle className={`chart-${of.mark}`} cx={x} cy={y} r={SIZE}>
      {title}
    </circle>
  );
}
