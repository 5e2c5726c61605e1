import type { ReactNode } from 'react';
import { TableScroll } from '../../ui/tables/list-table';

interface ChartedProps {
  readonly title: string;
  readonly chart: ReactNode;
  readonly table: ReactNode;
}

/** A chart with the same as a table below it. */
export function Charted({ title, chart, table }: ChartedProps) {
  return (
    <section className="stack" style={{ gap: 8 }} aria-label={title}>
      <h3 className="section-title">{title}</h3>
      {chart}
      <details>
        <summary className="small">Show as table</summary>
        <TableScroll>{table}</TableScroll>
      </details>
    </section>
  );
}
