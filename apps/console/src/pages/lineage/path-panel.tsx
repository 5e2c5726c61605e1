import { CloseButton } from '@mantine/core';
import type { ReadGraph } from '../../api/lineage';
import { Loading, Notice, Refusal } from '../../ui/states';
import { columnName } from './graph-data';
import type { ColumnPath, ColumnStep } from '../lineage-view/column-path';
import type { Known } from '../lineage-view/known';

interface PathPanelProps {
  readonly column: string;
  readonly path: ColumnPath | undefined;
  readonly known: Known;
  /** All that the path was looked for in. */
  readonly whole: { readonly data: ReadGraph | undefined; readonly error: unknown };
  readonly leave: () => void;
}

/** The way of the chosen column, as a list. */
export function PathPanel({ column, path, known, whole, leave }: PathPanelProps) {
  return (
    <section className="panel graph-panel" aria-label="Path of the column">
      <div className="row row-apart" style={{ flexWrap: 'nowrap', alignItems: 'start' }}>
        <h2 className="fqn">
          Path of <bdi>{column.slice(column.lastIndexOf('.') + 1)}</bdi>
        </h2>
        <CloseButton aria-label="Leave the path" onClick={leave} />
      </div>
      <p className="fqn small dimmed">{column}</p>
      <Refusal error={whole.error} />
      {!path && !whole.error && <Loading what="Following the column" />}
      {path && (
        <>
          <p role="status" className="small">
            {path.upstream.length + path.downstream.length === 0
              ? 'No lineage of this column is known.'
              : `${countOf(path.upstream, 'from')} upstream, ${countOf(path.downstream, 'to')} downstream`}
          </p>
          {whole.data?.isCut && (
            <Notice tone="part" icon="warning">
              <p>The path may go on: only the nearest {whole.data.nodes.length} assets were read.</p>
            </Notice>
          )}
          <Steps title="Comes from" steps={path.upstream} known={known} />
          <Steps title="Goes to" steps={path.downstream} known={known} />
        </>
      )}
    </section>
  );
}

const countOf = (steps: readonly ColumnStep[], end: 'from' | 'to'): string => {
  const count = new Set(steps.map((step) => step[end])).size;
  return `${count} ${count === 1 ? 'column' : 'columns'}`;
};

interface StepsProps {
  readonly title: string;
  readonly steps: readonly ColumnStep[];
  readonly known: Known;
}

function Steps({ title, steps, known }: StepsProps) {
  if (steps.length === 0) return null;
  const nameOf = (asset: string, column: string) => {
    const node = known.nodes.get(asset);
    return node ? `${node.name}.${columnName(column, node.fullyQualifiedName)}` : column;
  };
  return (
    <>
      <h3>{title}</h3>
      <ol className="graph-steps" aria-label={title}>
        {steps.map(({ fromAsset, toAsset, from, to, function: by, description }) => (
          <li key={`${from} ${to}`} className="small">
            <bdi className="fqn">{nameOf(fromAsset, from)}</bdi> → <bdi className="fqn">{nameOf(toAsset, to)}</bdi>
            {by && <div className="mono fqn">{by}</div>}
            {description && <div className="dimmed fqn">{description}</div>}
          </li>
        ))}
      </ol>
    </>
  );
}
