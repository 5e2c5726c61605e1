import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { BusyButton } from '../../ui/buttons/busy-button';
import type { Asset, MessageSchema } from '../../api/assets';
import type { Merged, Schemas } from '../../api/service/client';
import { CONTENTS, containedQuery, knownQuery, type ContentList, type Contained } from '../../api/contents';
import { ENTITY_TYPES, typeLabel } from '../../api/entity-types';
import { ColumnTable } from '../../ui/tables/column-table';
import { EntityLink } from '../../ui/link';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Loaded } from '../../ui/states';
import { NoContract, Status } from '../../ui/status';
import { firstLineOf } from '../../ui/changes/value-words';
import { SchemaNotes } from './schema-notes';

/** References and parts that an asset itself names, by the title of their list. */
function namedBy(type: string, asset: Asset): readonly (readonly [title: string, rows: readonly Row[]])[] {
  if (type === 'dashboard') return [listed('Charts', asset.charts), listed('Data models', asset.dataModels)];
  if (type === 'chart') return [listed('Dashboards', asset.dashboards)];
  if (type === 'team') return [listed('Members', asset.users), listed('Teams below', asset.children)];
  if (type === 'user') return [listed('Teams', asset.teams)];
  if (type === 'pipeline') return [partsOf('Tasks', asset.tasks)];
  if (type === 'mlmodel') return [partsOf('Features', asset.mlFeatures)];
  return [];
}

const listed = (title: string, of: Asset['charts'] = []) =>
  [
    title,
    of.map(({ id, type, name = '', fullyQualifiedName: fqn = name, displayName = name, description }) => ({
      id,
      type,
      name: displayName,
      fqn,
      description,
    })),
  ] as const;

const partsOf = (title: string, of: readonly Merged<Schemas['Task'] | Schemas['MlFeature']>[] = []) =>
  [
    title,
    of.map(({ name, displayName, description, taskType, dataType }, at) => ({
      id: String(at),
      kind: taskType ?? dataType ?? '',
      name: displayName ?? name ?? '',
      description,
    })),
  ] as const;

interface Row {
  readonly id: string;
  readonly name: string;
  /** Without a type and an FQN it has no page. */
  readonly type?: string | undefined;
  readonly fqn?: string;
  /** The kind of a part that is no entity. */
  readonly kind?: string;
  readonly description?: string | undefined;
}

interface ContentsProps {
  readonly type: string;
  readonly asset: Asset;
}

export const hasContents = (type: string): boolean =>
  type in CONTENTS || ['dashboard', 'chart', 'pipeline', 'mlmodel', 'apiEndpoint'].includes(type);

/** The content of an asset: each kind in a list of its own, page by page. */
export function Contents({ type, asset }: ContentsProps) {
  return (
    <div className="stack" style={{ gap: 26 }}>
      {type === 'apiEndpoint' && <Fields title="Request" schema={asset.requestSchema} />}
      {type === 'apiEndpoint' && <Fields title="Response" schema={asset.responseSchema} />}
      {namedBy(type, asset).map(([title, rows]) => (
        <NamedList key={title} title={title} rows={rows} />
      ))}
      {(CONTENTS[type] ?? []).map((list) => (
        <AskedList key={list.title} list={list} of={asset} />
      ))}
    </div>
  );
}

function Fields({ title, schema }: { readonly title: string; readonly schema: MessageSchema | undefined }) {
  const columns = schema?.schemaFields ?? [];
  return (
    <Section title={title} total={columns.length}>
      <SchemaNotes of={schema} />
      {columns.length > 0 && (
        <div className="panel panel-flush">
          <ColumnTable columns={columns} />
        </div>
      )}
    </Section>
  );
}

const ROWS_AT_ONCE = 25;

/** Rows that are there already; many of them unfold. */
function NamedList({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const more = shown < rows.length ? () => setShown((now) => now + ROWS_AT_ONCE) : undefined;
  return (
    <Section title={title} total={rows.length} more={more}>
      {rows.length > 0 && <Rows title={title} pages={[rows.slice(0, shown)]} />}
    </Section>
  );
}

/** Rows that are asked for, page by page. */
function AskedList({ list, of }: { readonly list: ContentList; readonly of: Asset }) {
  const query = useInfiniteQuery(containedQuery(list, of));
  const more = query.hasNextPage ? () => void query.fetchNextPage() : undefined;
  const total = query.data?.pages[0]?.total;
  if (list.isQuiet && !query.error && !total) return null;
  return (
    <Section title={list.title} total={total} more={more} isLoading={query.isFetchingNextPage}>
      <Loaded query={query} what={`Looking for ${list.title.toLowerCase()}`}>
        {({ pages }) =>
          (pages[0]?.rows.length ?? 0) > 0 && (
            <Rows title={list.title} pages={pages.map(({ rows }) => rows.map((row) => rowOf(row, list.type)))} />
          )
        }
      </Loaded>
    </Section>
  );
}

const rowOf = ({ id, name, displayName, fullyQualifiedName, description, type }: Contained, listed?: string): Row => ({
  id,
  name: displayName ?? name ?? '',
  type: type ?? listed,
  fqn: fullyQualifiedName,
  description,
});

interface SectionProps {
  readonly title: string;
  readonly total: number | undefined;
  readonly more?: (() => void) | undefined;
  readonly isLoading?: boolean;
  readonly children: ReactNode;
}

function Section({ title, total, more, isLoading = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className="stack" style={{ gap: 10 }} aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title} {total !== undefined && total > 0 && <span className="dimmed">{total}</span>}
      </h2>
      {total === 0 && (
        <p className="dimmed" style={{ margin: 0 }}>
          None.
        </p>
      )}
      {children}
      {more && (
        <BusyButton variant="default" w="max-content" isBusy={isLoading} onClick={more}>
          More {title.toLowerCase()}
        </BusyButton>
      )}
    </section>
  );
}

/** Rows of a page; descriptions and contracts, which lists leave out, come from one search a page. */
function Rows({ title, pages }: { readonly title: string; readonly pages: readonly (readonly Row[])[] }) {
  const entities = pages.map((rows) => rows.filter(({ fqn }) => fqn !== undefined).map(({ id }) => id));
  const known = new Map(
    useQueries({ queries: entities.map((ids) => knownQuery(ids)) }).flatMap(({ data }) => [...(data ?? [])]),
  );
  const rows = pages.flat();
  const promises = rows.some(({ type }) => type !== undefined && ENTITY_TYPES[type]?.promises);
  return (
    <TableScroll className="panel panel-flush contents">
      <Table
        label={title}
        head={['Name', 'Type', 'Description', ...(promises ? ['Contract'] : [])]}
        rows={rows.map(({ id, name, type, fqn, kind, description }) => [
          type !== undefined && fqn !== undefined ? (
            <EntityLink key="name" type={type} fqn={fqn}>
              <span className="strong fqn">{name}</span>
            </EntityLink>
          ) : (
            <strong key="name" className="fqn">
              {name}
            </strong>
          ),
          <span key="type" className="nowrap">
            {type === undefined ? kind : typeLabel(type)}
          </span>,
          <span key="description" className="small">
            {firstLineOf(description ?? known.get(id)?.description)}
          </span>,
          ...(promises
            ? [
                <Badge
                  key="contract"
                  type={type}
                  status={known.get(id)?.contract}
                  products={known.get(id)?.dataProducts}
                />,
              ]
            : []),
        ])}
      />
    </TableScroll>
  );
}

interface BadgeProps {
  readonly type: string | undefined;
  readonly status: string | undefined;
  readonly products: readonly unknown[] | undefined;
}

function Badge({ type, status, products }: BadgeProps) {
  if (type === undefined || !ENTITY_TYPES[type]?.promises) return null;
  return status === undefined ? <NoContract products={products} /> : <Status of={status} />;
}
