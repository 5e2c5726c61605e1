import { ActionIcon, UnstyledButton } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Icon } from '../icon';
import type { Direction } from './data-column';

/** The heading of a column. */
export interface Heading {
  readonly label: string;
  /**
   * Whether the column names its row: it takes the room that is left, stands above the others where rows are cards, and a path in it is cut in
   * the middle (`EntityName`), so that a long name moves no other cell out of the window.
   */
  readonly isName?: boolean | undefined;
  /** Content of the heading in place of its label. */
  readonly head?: ReactNode;
  /** Absent: the table is not sorted by it. */
  readonly sorting?: { readonly direction: false | Direction; readonly sort: () => void } | undefined;
}

/** The button that unfolds a row, and the content below the row once it is open. */
export interface Unfolding {
  readonly name: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly detail: () => ReactNode;
}

interface TableProps {
  /** A name for the table, where no heading gives one. */
  readonly label?: string | undefined;
  readonly head: readonly (string | Heading)[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** Key of a row by its index; absent: rows neither move nor go. */
  readonly keyOf?: (at: number) => string;
  /** Absent: rows do not unfold. */
  readonly unfolding?: ((at: number) => Unfolding) | undefined;
  /** Whether rows are cards in a narrow window; else the table is scrolled there. */
  readonly hasCards?: boolean;
}

/** The one table of the console: headings, and rows of cells. */
export function Table({ label, head, rows, keyOf = String, unfolding, hasCards = false }: TableProps) {
  const columns = head.map((one) => (typeof one === 'string' ? { label: one } : one));
  return (
    // The roles stay where a narrow window lays the rows out as cards.
    <table role="table" className={hasCards ? 'list-table data-table' : 'list-table'} aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {unfolding && (
            <th scope="col" role="columnheader">
              <span className="visually-hidden">Details</span>
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.label} of={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells, at) => (
          <Row key={keyOf(at)} cells={cells} columns={columns} unfolding={unfolding?.(at)} />
        ))}
      </tbody>
    </table>
  );
}

function HeadCell({ of: { label, head = label, sorting } }: { readonly of: Heading }) {
  if (!sorting)
    return (
      <th scope="col" role="columnheader">
        {head}
      </th>
    );
  const { direction, sort } = sorting;
  return (
    <th scope="col" role="columnheader" className="sorted-head" aria-sort={direction ? ARIA_SORT[direction] : 'none'}>
      <UnstyledButton className="sort-heading" onClick={sort}>
        {label}
        <span className={`sort-mark sort-mark-${direction || 'none'}`}>
          <Icon name="down" size={14} />
        </span>
      </UnstyledButton>
    </th>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

interface RowProps {
  readonly cells: readonly ReactNode[];
  readonly columns: readonly Heading[];
  readonly unfolding: Unfolding | undefined;
}

function Row({ cells, columns, unfolding }: RowProps) {
  return (
    <Fragment>
      <tr role="row">
        {unfolding && (
          <td role="cell" className="unfold-cell">
            <ActionIcon
              variant="subtle"
              size={28}
              aria-expanded={unfolding.isOpen}
              aria-label={`${unfolding.isOpen ? 'Fold' : 'Unfold'} ${unfolding.name}`}
              onClick={unfolding.toggle}
            >
              <Icon name={unfolding.isOpen ? 'down' : 'right'} size={15} />
            </ActionIcon>
          </td>
        )}
        {cells.map((cell, at) => (
          <td
            key={at}
            role="cell"
            data-label={columns[at]?.label}
            className={columns[at]?.isName ? 'name-cell' : undefined}
          >
            {cell}
          </td>
        ))}
      </tr>
      {unfolding?.isOpen && (
        <tr role="row" className="unfolded">
          <td role="cell" colSpan={columns.length + 1}>
            {unfolding.detail()}
          </td>
        </tr>
      )}
    </Fragment>
  );
}
