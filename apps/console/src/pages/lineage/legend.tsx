import type { SVGProps } from 'react';
import { Status } from '../../ui/status';

/** Meaning of frames, lines and buttons of the graph. */
export function Legend() {
  return (
    <details className="panel">
      <summary>Legend</summary>
      <dl className="graph-legend">
        <dt>
          <span className="graph-sample graph-node-centre" />
        </dt>
        <dd>the asset that the lineage is about</dd>
        <dt>
          <span className="graph-sample graph-node-lit" />
        </dt>
        <dd>downstream of a failing contract; so are lines of this colour</dd>
        <dt>
          <span className="graph-sample graph-node-chosen" />
        </dt>
        <dd>the chosen card</dd>
        <dt>
          <span className="graph-sample graph-node-dim" />
        </dt>
        <dd>not on the path of the chosen column</dd>
        <dt>
          <LineSample stroke="var(--idle)" />
        </dt>
        <dd>data goes from the left asset to the right one</dd>
        <dt>
          <LineSample stroke="var(--idle)" strokeDasharray="4 3" />
        </dt>
        <dd>from a column to another one</dd>
        <dt>
          <LineSample stroke="var(--busy)" strokeWidth="3" />
        </dt>
        <dd>the path of the chosen column</dd>
        <dt>+5, more, −</dt>
        <dd>expand a card to this side by five assets, by an unknown number, collapse it</dd>
        <dt>+ 23 more</dt>
        <dd>a fan of more than twelve assets: the others, folded</dd>
        <dt className="row">
          {['Success', 'PartialSuccess', 'Failed', 'Aborted', undefined].map((status) => (
            <Status key={status ?? ''} of={status} />
          ))}
        </dt>
        <dd>the newest result of the contract</dd>
      </dl>
    </details>
  );
}

function LineSample(look: SVGProps<SVGPathElement>) {
  return (
    <svg width="44" height="12" aria-hidden="true">
      <path d="M0 6h44" {...look} />
    </svg>
  );
}
