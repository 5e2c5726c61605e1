import type { ReactNode } from 'react';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';

interface PanelTableProps {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A table in a panel of its own; nothing where it has no rows. */
export function PanelTable({ title, head, rows }: PanelTableProps) {
  if (rows.length === 0) return null;
  return (
    <section className="panel panel-flush">
      <h2 style={{ fontSize: 16, margin: 0, padding: '14px 16px 4px' }}>{title}</h2>
      <TableScroll>
        <Table head={head} rows={rows} />
      </TableScroll>
    </section>
  );
}
