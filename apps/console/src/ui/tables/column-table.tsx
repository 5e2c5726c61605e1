import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/service/client';
import { columnType, type Column } from '../text/column-type';
import { Icon } from '../icon';
import { TableScroll } from './list-table';
import { Table } from './table';
import { Tags } from '../references';

interface ColumnTableProps {
  readonly columns: readonly Column[];
  /** One more cell of each column, by the names from the outermost inwards. */
  readonly beside?: { readonly head: string; readonly cell: (path: readonly string[]) => ReactNode } | undefined;
}

/** Columns with their types; nested ones fold. */
export function ColumnTable({ columns, beside }: ColumnTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (path: string) =>
    setOpen((now) => (now.has(path) ? new Set([...now].filter((one) => one !== path)) : new Set([...now, path])));
  const rows = rowsOf(columns, open);
  return (
    <TableScroll>
      <Table
        head={['Column', 'Type', 'Constraint', 'Description', ...(beside ? [beside.head] : [])]}
        rows={rows.map(({ column, path, depth }) => [
          <ColumnName
            key="column"
            column={column}
            depth={depth}
            isOpen={open.has(path)}
            toggle={column.children?.length ? () => toggle(path) : undefined}
          />,
          <span key="type" className="mono nowrap">
            {columnType(column)}
          </span>,
          <span key="constraint" className="small nowrap">
            {column.constraint ? column.constraint.replaceAll('_', ' ').toLowerCase() : ''}
          </span>,
          <Described key="description" column={column} />,
          ...(beside ? [beside.cell(path.split('\u0000').slice(0, -1))] : []),
        ])}
        keyOf={(at) => rows[at]!.path}
      />
    </TableScroll>
  );
}

interface FlatColumn {
  readonly column: Column;
  readonly path: string;
  readonly depth: number;
}

/** The columns that show: children of an open column come behind it. */
function rowsOf(columns: readonly Column[], open: ReadonlySet<string>, above = '', depth = 0): FlatColumn[] {
  return columns.flatMap((column) => {
    const path = `${above}${column.name}\u0000`;
    const children = open.has(path) ? rowsOf((column.children ?? []) as Column[], open, path, depth + 1) : [];
    return [{ column, path, depth }, ...children];
  });
}

interface NameProps extends Pick<FlatColumn, 'column' | 'depth'> {
  readonly isOpen: boolean;
  readonly toggle: (() => void) | undefined;
}

function ColumnName({ column: { name, displayName }, depth, isOpen, toggle }: NameProps) {
  return (
    <span className="nowrap" style={{ paddingLeft: depth * 22 }}>
      {toggle ? (
        <button
          type="button"
          className="tree-toggle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${name}`}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={15} />
        </button>
      ) : (
        <span style={{ display: 'inline-block', width: 22 }} />
      )}
      <span className="mono">{name}</span>
      {displayName && displayName !== name && <span className="dimmed"> {displayName}</span>}
    </span>
  );
}

function Described({ column: { description, tags } }: Pick<FlatColumn, 'column'>) {
  return (
    <>
      {description}
      {tags && tags.length > 0 && (
        <div className="row" style={{ marginTop: 4 }}>
          <Tags of={tags as Schemas['TagLabel'][]} />
        </div>
      )}
    </>
  );
}
