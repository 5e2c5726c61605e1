import { ActionIcon, UnstyledButton } from '@mantine/core';
import {
  createColumnHelper,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Fragment, useMemo, type ReactNode } from 'react';
import { compareValues, type DataColumn, type SortValue } from './data-column';
import { Icon } from '../icon';
import { TableScroll } from './list-table';

const features = tableFeatures({
  rowSortingFeature,
  rowExpandingFeature,
  sortedRowModel: createSortedRowModel(),
});

interface DataTableProps<T> {
  readonly label: string;
  /** Made once, outside of the component. */
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** Content below a row that is unfolded; absent: rows do not unfold. */
  readonly detail?: (row: T) => ReactNode;
  /** The name of a row in the button that unfolds it. */
  readonly nameOf?: (row: T) => string;
}

/**
 * A table that is sorted by its headings, and whose rows unfold. Sorting is for lists that are there as a whole: the columns of a list
 * that comes page by page have no `sortBy`.
 */
export function DataTable<T extends object>({ label, columns, rows, keyOf, detail, nameOf }: DataTableProps<T>) {
  const defined = useMemo(() => {
    const helper = createColumnHelper<typeof features, T>();
    return helper.columns(
      columns.map(({ label: header, cell, sortBy }) =>
        helper.accessor((row) => sortBy?.(row), {
          id: header,
          header,
          cell: ({ row }) => cell(row.original),
          enableSorting: sortBy !== undefined,
          sortUndefined: 'last',
          sortFn: (a, b, id) => compareValues(a.getValue<SortValue>(id), b.getValue<SortValue>(id)),
        }),
      ),
    );
  }, [columns]);
  const table = useTable({
    features,
    columns: defined,
    data: rows,
    getRowId: keyOf,
    getRowCanExpand: () => detail !== undefined,
    autoResetExpanded: false,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
  });
  return (
    <TableScroll className="panel panel-flush">
      <table className="list-table" aria-label={label}>
        <thead>
          <tr>
            {detail && (
              <th scope="col">
                <span className="visually-hidden">Details</span>
              </th>
            )}
            {table.getFlatHeaders().map(({ id, column }) => (
              <SortedHeading
                key={id}
                label={id}
                direction={column.getIsSorted()}
                sort={column.getCanSort() ? () => column.toggleSorting() : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Fragment key={row.id}>
              <tr>
                {detail && (
                  <td className="unfold-cell">
                    <Unfold
                      name={nameOf?.(row.original) ?? row.id}
                      isOpen={row.getIsExpanded()}
                      toggle={() => row.toggleExpanded()}
                    />
                  </td>
                )}
                {row.getAllCells().map((cell) => (
                  <td key={cell.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
              {detail && row.getIsExpanded() && (
                <tr className="unfolded">
                  <td colSpan={columns.length + 1}>{detail(row.original)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

interface HeadingProps {
  readonly label: string;
  readonly direction: false | 'asc' | 'desc';
  readonly sort: (() => void) | undefined;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

function SortedHeading({ label, direction, sort }: HeadingProps) {
  if (!sort) return <th scope="col">{label}</th>;
  return (
    <th scope="col" aria-sort={direction ? ARIA_SORT[direction] : 'none'}>
      <UnstyledButton className="sort-heading" onClick={sort}>
        {label}
        <span className={`sort-mark sort-mark-${direction || 'none'}`}>
          <Icon name="down" size={14} />
        </span>
      </UnstyledButton>
    </th>
  );
}

interface UnfoldProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function Unfold({ name, isOpen, toggle }: UnfoldProps) {
  return (
    <ActionIcon
      variant="subtle"
      size={28}
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${name}`}
      onClick={toggle}
    >
      <Icon name={isOpen ? 'down' : 'right'} size={15} />
    </ActionIcon>
  );
}
