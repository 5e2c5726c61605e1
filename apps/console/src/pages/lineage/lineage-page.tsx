import './lineage.css';
import { Button, Menu, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { saveText } from '../../api/service/client';
import { ENTITY_TYPES, typeLabel } from '../../api/entity-types';
import { EXPORT_FORMATS, graphQuery, type ExportFormat, type Graph, type ReadGraph } from '../../api/lineage';
import { FIRST_HOPS, MOST_HOPS } from '../../search-parameters';
import { EntityLink, PageLink, useTitle } from '../../ui/link';
import { errorText } from '../../ui/rights';
import { Loaded, Loading, Message, Notice } from '../../ui/states';
import { CardPanel } from './card-panel';
import { GraphSearch } from './graph-search';
import { GraphTable } from './graph-table';
import type { Target } from './keep-view';
import { Legend } from './legend';
import { PathPanel } from './path-panel';
import { useLineage } from './use-lineage';
import type { Visible } from '../lineage-view/visible';

const GraphCanvas = lazy(async () => ({ default: (await import('./graph-canvas')).GraphCanvas }));

export function LineagePage() {
  const { type, fqn } = useSearch({ from: '/inside/lineage' });
  if (type === undefined || fqn === undefined || !ENTITY_TYPES[type]?.lineage) {
    return <NoAsset />;
  }
  return <LineageOf key={`${type} ${fqn}`} type={type} fqn={fqn} />;
}

function NoAsset() {
  useTitle('Lineage');
  return (
    <div className="stack">
      <h1 style={{ margin: 0 }}>Lineage</h1>
      <div className="panel">
        <Message icon="graph" title="Lineage begins at an asset">
          <p>Find one with the search box, and choose Lineage on its page.</p>
          <PageLink to="/search" search={{ type: ['table'] }}>
            Find a table
          </PageLink>
        </Message>
      </div>
    </div>
  );
}

function LineageOf({ type, fqn }: { readonly type: string; readonly fqn: string }) {
  const { hops = FIRST_HOPS } = useSearch({ from: '/inside/lineage' });
  const navigate = useNavigate({ from: '/lineage' });
  const query = useQuery(graphQuery(type, fqn, hops));
  useTitle(query.data ? headingOf(query.data, fqn) : 'Lineage');
  const show = (next: number) => void navigate({ search: (now) => ({ ...now, hops: next }) });
  return (
    <div className="stack">
      <Loaded query={query} what="Following the lineage">
        {(graph) => (
          <LoadedGraph
            type={type}
            fqn={fqn}
            graph={graph}
            nearer={hops > 1 ? () => show(hops - 1) : undefined}
            deeper={
              (query.isPlaceholderData || hasMore(graph, hops)) && hops < MOST_HOPS ? () => show(hops + 1) : undefined
            }
          />
        )}
      </Loaded>
    </div>
  );
}

function headingOf({ nodes: [asset] }: Graph, fqn: string): string {
  return `Lineage of ${asset?.displayName ?? asset?.name ?? fqn}`;
}

/** Whether there are assets beyond the outermost level, or there may be where these have not been read. */
const hasMore = ({ nodes, depth }: ReadGraph, hops: number): boolean =>
  nodes.some(({ hop }) => Math.abs(hop) > hops || (Math.abs(hop) === hops && depth === hops));

interface GraphProps {
  readonly type: string;
  readonly fqn: string;
  readonly graph: ReadGraph;
  readonly nearer: (() => void) | undefined;
  readonly deeper: (() => void) | undefined;
}

function LoadedGraph({ type, fqn, graph, nearer, deeper }: GraphProps) {
  const { known, visible, view, lists, shades, chosen, card, whole, actions, failed } = useLineage(graph);
  const [target, setTarget] = useState<Target>();
  const { columns: hasColumns = false } = useSearch({ from: '/inside/lineage' });
  const navigate = useNavigate({ from: '/lineage' });
  const showColumns = (isShown: boolean) =>
    void navigate({ search: (now) => ({ ...now, columns: isShown || undefined }), replace: true });
  return (
    <>
      <div className="row row-apart">
        <div>
          <h1 className="fqn" style={{ margin: 0 }}>
            {headingOf(graph, fqn)}
          </h1>
          <div className="small">
            <span className="dimmed">{typeLabel(type)} </span>
            <EntityLink type={type} fqn={fqn}>
              {fqn}
            </EntityLink>
          </div>
        </div>
        <div className="row">
          <Switch
            label="Columns"
            checked={hasColumns}
            onChange={({ currentTarget }) => showColumns(currentTarget.checked)}
          />
          {nearer && (
            <Button variant="default" onClick={nearer}>
              Fewer levels
            </Button>
          )}
          {deeper && (
            <Button variant="default" onClick={deeper}>
              More levels
            </Button>
          )}
          {visible.folds.length > 0 && (
            <Button variant="default" onClick={() => actions.unfoldAll(true)}>
              Unfold all
            </Button>
          )}
          {(view.isUnfolded || view.unfolded.size > 0) && (
            <Button variant="default" onClick={() => actions.unfoldAll(false)}>
              Fold
            </Button>
          )}
          <ExportMenu type={type} fqn={fqn} />
        </div>
      </div>
      {graph.isCut && (
        <Notice tone="part" icon="warning">
          <p>
            There is more than can be drawn: the nearest {graph.nodes.length} assets are shown. An export holds all.
          </p>
        </Notice>
      )}
      {failed && (
        <Notice tone="bad" icon="warning">
          <p>A card could not be expanded: {errorText(failed.error)}</p>
          <Button variant="default" size="xs" onClick={() => void failed.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      <div className="row row-apart">
        <p role="status" className="dimmed small" style={{ margin: 0 }}>
          {countOf(visible)}
        </p>
        <GraphSearch
          known={known}
          reveal={(id) => {
            setTarget({ id });
            actions.reveal(id);
          }}
        />
      </div>
      <div className={chosen || card ? 'graph-beside' : undefined}>
        <div className="panel graph">
          <Suspense fallback={<Loading what="Drawing" />}>
            <GraphCanvas
              visible={visible}
              lists={lists}
              shades={shades}
              actions={actions}
              fitting={`${view.levels} ${view.isUnfolded}`}
              target={target}
            />
          </Suspense>
        </div>
        {chosen && (
          <PathPanel column={chosen.column} path={shades.path} known={known} whole={whole} leave={actions.leave} />
        )}
        {card && <CardPanel card={card} toggle={actions.toggle} leave={actions.leave} />}
      </div>
      <Legend />
      <GraphTable cards={visible.nodes} states={shades.states} />
    </>
  );
}

function countOf({ nodes, folds }: Visible): string {
  const folded = new Set(folds.flatMap(({ hidden }) => hidden)).size;
  return `${nodes.length} ${nodes.length === 1 ? 'asset' : 'assets'} shown${folded > 0 ? `, ${folded} folded` : ''}`;
}

/** The whole graph as a file, in every format there is. */
function ExportMenu({ type, fqn }: { readonly type: string; readonly fqn: string }) {
  const [error, setError] = useState<string>();
  const save = async ({ format, ending }: ExportFormat) => {
    setError(undefined);
    const parameters = new URLSearchParams({ type, fqn, format, upstreamDepth: 'all', downstreamDepth: 'all' });
    try {
      await saveText(`/api/v1/lineage/export?${parameters.toString()}`, `lineage-of-${fqn}.${ending}`);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Export</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {EXPORT_FORMATS.map((format) => (
            <Menu.Item key={format.format} onClick={() => void save(format)}>
              {format.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {error !== undefined && (
        <span role="alert" className="small">
          {error}
        </span>
      )}
    </>
  );
}
