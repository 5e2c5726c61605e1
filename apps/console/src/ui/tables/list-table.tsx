import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Message } from '../states';

interface TableScrollProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** Around a table that may be wider than the page: it is scrolled sideways, by keyboard as well, where it is. */
export function TableScroll({ className = '', children }: TableScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWide(current.scrollWidth > current.clientWidth));
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const stop = isWide ? { tabIndex: 0, role: 'group', 'aria-label': 'Table, scrolls sideways' } : {};
  return (
    <div ref={box} className={`table-scroll ${className}`} {...stop}>
      {children}
    </div>
  );
}

/** The heads of the columns of a table. */
export function TableHead({ labels }: { readonly labels: readonly string[] }) {
  return (
    <thead>
      <tr>
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellTableProps {
  /** A name for the table, where no heading gives one. */
  readonly label?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A table of what is made already, cell by cell. */
export function CellTable({ label, head, rows }: CellTableProps) {
  return (
    <table className="list-table" aria-label={label}>
      <TableHead labels={head} />
      <tbody>
        {rows.map((cells, at) => (
          <tr key={at}>
            {cells.map((cell, place) => (
              <td key={place}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PagerProps {
  readonly total?: number | undefined;
  /** Leads to the next page; absent on the last one. */
  readonly more?: (() => void) | undefined;
  /** Leads back to the first page; absent on it. */
  readonly first?: (() => void) | undefined;
}

/** Below a page of a list: how many there are, and the ways to other pages. */
export function Pager({ total, more, first }: PagerProps) {
  return (
    <div className="row row-apart">
      <span className="dimmed small">{total === undefined ? '' : `${total} in all`}</span>
      <span className="row">
        {first && (
          <Button variant="default" onClick={first}>
            First page
          </Button>
        )}
        {more && (
          <Button variant="default" onClick={more}>
            Next
          </Button>
        )}
      </span>
    </div>
  );
}

interface ListProps extends CellTableProps, PagerProps {
  readonly none: string;
}

/** A page of a list, in a panel of its own. */
export function ListTable({ head, rows, none, total, more, first }: ListProps) {
  if (rows.length === 0) {
    return (
      <div className="panel">
        <Message title={none} />
      </div>
    );
  }
  return (
    <div className="stack" style={{ gap: 12 }}>
      <TableScroll className="panel panel-flush">
        <CellTable head={head} rows={rows} />
      </TableScroll>
      <Pager total={total} more={more} first={first} />
    </div>
  );
}
