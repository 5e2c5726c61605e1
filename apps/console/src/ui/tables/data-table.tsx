import {
  createColumnHelper,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { compareValues, orderAfter, type DataColumn, type ListOrder, type SortValue } from './data-column';
import { TableScroll } from './list-table';
import { Table, type Heading, type Unfolding } from './table';

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
  /** The order of a list that the server sorts, and how it is changed. */
  readonly order?: ListOrder;
  readonly setOrder?: (order: ListOrder) => void;
}

/**
 * A table that is sorted by its headings, and whose rows unfold. A list that is there as a whole is sorted here (`sortBy`), one that comes page
 * by page by the server (`orderBy`).
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { label, columns, rows, keyOf, detail, nameOf, order, setOrder } = props;
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
  const shown = table.getRowModel().rows;
  const head = table.getFlatHeaders().map(({ id, column }, at): Heading => {
    const { orderBy, head: content, isName } = columns[at] ?? {};
    if (orderBy !== undefined && order !== undefined) {
      const direction = order.by === orderBy.name && order.direction;
      return { label: id, isName, sorting: { direction, sort: () => setOrder?.(orderAfter(orderBy, order)) } };
    }
    if (!column.getCanSort()) return { label: id, isName, head: content };
    return { label: id, isName, sorting: { direction: column.getIsSorted(), sort: () => column.toggleSorting() } };
  });
  const unfolding = (at: number): Unfolding => {
    const row = shown[at]!;
    return {
      name: nameOf?.(row.original) ?? row.id,
      isOpen: row.getIsExpanded(),
      toggle: () => row.toggleExpanded(),
      detail: () => detail?.(row.original),
    };
  };
  return (
    <TableScroll className="panel panel-flush">
      <Table
        label={label}
        head={head}
        rows={shown.map((row) => row.getAllCells().map((cell) => <table.FlexRender key={cell.id} cell={cell} />))}
        keyOf={(at) => shown[at]!.id}
        unfolding={detail && unfolding}
        hasCards
      />
    </TableScroll>
  );
}
