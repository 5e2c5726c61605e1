import type { Coverage } from '../../api/overview';
import { PageLink } from '../link';
import { TableHead } from './list-table';

interface CoverageProps {
  readonly title: string;
  readonly facet: 'service' | 'domain';
  readonly rows: readonly Coverage[];
}

/** How many assets of each have a contract, and keep it. */
export function CoverageTable({ title, facet, rows }: CoverageProps) {
  return (
    <section className="panel panel-flush">
      <h2 style={{ fontSize: 17, margin: 0, padding: '16px 16px 4px' }}>{title}</h2>
      {rows.length === 0 ? (
        <p className="dimmed" style={{ padding: '4px 16px 16px', margin: 0 }}>
          No asset belongs to a {facet}.
        </p>
      ) : (
        <table className="list-table">
          <TableHead labels={[facet === 'service' ? 'Service' : 'Domain', 'With a contract', 'Of them hold']} />
          <tbody>
            {rows.map(({ group, assets, contracts, holding }) => (
              <tr key={group?.id ?? ''}>
                <td>
                  {group ? (
                    <PageLink to="/coverage" search={{ [facet]: group.fullyQualifiedName }}>
                      {group.name}
                    </PageLink>
                  ) : (
                    <span className="dimmed">In no {facet}</span>
                  )}
                </td>
                <td>
                  <Share count={contracts} of={assets} />
                </td>
                <td>
                  {contracts === 0 ? <span className="dimmed">–</span> : <Share count={holding} of={contracts} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Share({ count, of }: { readonly count: number; readonly of: number }) {
  return (
    <div className="row" style={{ flexWrap: 'nowrap' }}>
      <meter min={0} max={of} value={count} aria-label={`${count} of ${of}`} />
      <span className="small" style={{ whiteSpace: 'nowrap' }}>
        {count} of {of}
      </span>
    </div>
  );
}
