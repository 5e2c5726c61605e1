import type { Metric, Point } from '../../api/governance/learned';
import { absoluteTime } from '../../ui/time';
import { chartShape, HEIGHT, WIDTH, type Dot } from './chart-shape';
import { METRICS } from './learned-words';

const SIZE = 4;

/** Points over time with the band of what was usual. The table below it has the same in words. */
export function LearnedChart({ metric, points }: { readonly metric: Metric; readonly points: readonly Point[] }) {
  const { dots, line, band } = chartShape(points);
  return (
    <svg
      className="learned-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${METRICS[metric]}: the newest ${points.length} points and what was usual, as in the table`}
    >
      {band !== '' && <polygon className="learned-band" points={band} />}
      <polyline className="learned-line" points={line} />
      {dots.map((dot) => (
        <Mark key={dot.timestamp} of={dot} />
      ))}
    </svg>
  );
}

/** A circle; an unusual point is a square, so that its colour is not the only sign. */
function Mark({ of: { x, y, state, timestamp } }: { readonly of: Dot }) {
  const title = <title>{absoluteTime(timestamp)}</title>;
  return state === 'unusual' ? (
    <rect className="learned-unusual" x={x - SIZE} y={y - SIZE} width={2 * SIZE} height={2 * SIZE}>
      {title}
    </rect>
  ) : (
    <circle className={`learned-${state}`} cx={x} cy={y} r={SIZE}>
      {title}
    </circle>
  );
}
