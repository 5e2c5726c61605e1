import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Message } from './states';

interface ListProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
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
        <table className="list-table">
          <thead>
            <tr>
              {head.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
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
