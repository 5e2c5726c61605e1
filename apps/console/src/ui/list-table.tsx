import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Message } from './states';

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
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A table of what is made already, cell by cell. */
export function CellTable({ head, rows }: CellTableProps) {
  return (
    <table className="list-table">
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

interface ListProps extends CellTableProps {
  readonly none: string;
  readonly total?: number | undefined;
  /** Leads to the next page; absent on the last one. */
  readonly more?: (() => void) | undefined;
  /** Leads back to the first page; absent on it. */
  readonly first?: (() => void) | undefined;
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
      <div className="panel panel-flush table-scroll">
        <CellTable head={head} rows={rows} />
      </div>
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
    </div>
  );
}
