import { useState } from 'react';
import type { Schemas } from '../../api/service/client';
import { columnType, type Column } from '../column-type';
import { Icon } from '../icon';
import { TableHead, TableScroll } from './list-table';
import { Tags } from '../references';

/** Columns with their types; nested ones fold. */
export function ColumnTable({ columns }: { readonly columns: readonly Column[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (path: string) =>
    setOpen((now) => (now.has(path) ? new Set([...now].filter((one) => one !== path)) : new Set([...now, path])));
  return (
    <TableScroll>
      <table className="list-table">
        <TableHead labels={['Column', 'Type', 'Constraint', 'Description']} />
        <tbody>
          {rowsOf(columns, open).map(({ column, path, depth }) => (
            <Row
              key={path}
              column={column}
              depth={depth}
              isOpen={open.has(path)}
              toggle={column.children?.length ? () => toggle(path) : undefined}
            />
          ))}
        </tbody>
      </table>
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

interface RowProps {
  readonly column: Column;
  readonly depth: number;
  readonly isOpen: boolean;
  readonly toggle: (() => void) | undefined;
}

function Row({ column, depth, isOpen, toggle }: RowProps) {
  const { name, displayName, description, constraint, tags } = column;
  return (
    <tr>
      <td style={{ paddingLeft: 14 + depth * 22, whiteSpace: 'nowrap' }}>
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
      </td>
      <td className="mono" style={{ whiteSpace: 'nowrap' }}>
        {columnType(column)}
      </td>
      <td className="small" style={{ whiteSpace: 'nowrap' }}>
        {constraint ? constraint.replaceAll('_', ' ').toLowerCase() : ''}
      </td>
      <td>
        {description}
        {tags && tags.length > 0 && (
          <div className="row" style={{ marginTop: 4 }}>
            <Tags of={tags as Schemas['TagLabel'][]} />
          </div>
        )}
      </td>
    </tr>
  );
}
