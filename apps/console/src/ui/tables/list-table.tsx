import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Message } from '../states';
import { Table } from './table';

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

interface ListProps extends PagerProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
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
        <Table head={head} rows={rows} />
      </TableScroll>
      <Pager total={total} more={more} first={first} />
    </div>
  );
}

interface RowButtonProps extends Pick<ButtonProps, 'size'> {
  readonly label: string;
  /** The label with what the row is about, for readers of screens: they hear a button without its row. */
  readonly name: string;
  readonly act: () => void;
}

/** A small button in a row of a list. */
export function RowButton({ label, name, act, size = 'compact-sm' }: RowButtonProps) {
  return (
    <Button size={size} variant="default" aria-label={name} onClick={act}>
      {label}
    </Button>
  );
}
