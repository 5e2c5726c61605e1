import type { Coverage } from '../../api/overview';
import { PageLink } from '../link';
import { Table } from './table';

interface CoverageProps {
  readonly title: string;
  readonly facet: 'service' | 'domain';
  readonly rows: readonly Coverage[];
}

/** How many assets of each have a contract, and meet it. */
export function CoverageTable({ title, facet, rows }: CoverageProps) {
  return (
    <section className="panel panel-flush">
      <h2 style={{ fontSize: 17, margin: 0, padding: '16px 16px 4px' }}>{title}</h2>
      {rows.length === 0 ? (
        <p className="dimmed" style={{ padding: '4px 16px 16px', margin: 0 }}>
          No asset belongs to a {facet}.
        </p>
      ) : (
        <Table
          head={[facet === 'service' ? 'Service' : 'Domain', 'With a contract', 'Passing']}
          rows={rows.map(({ group, assets, contracts, holding }) => [
            group ? (
              <PageLink key="group" to="/coverage" search={{ [facet]: group.fullyQualifiedName }}>
                {group.name}
              </PageLink>
            ) : (
              <span key="group" className="dimmed">
                No {facet}
              </span>
            ),
            <Share key="contracts" count={contracts} of={assets} />,
            contracts === 0 ? (
              <span key="passing" className="dimmed">
                –
              </span>
            ) : (
              <Share key="passing" count={holding} of={contracts} />
            ),
          ])}
          keyOf={(at) => rows[at]?.group?.id ?? ''}
        />
      )}
    </section>
  );
}

/** A part of a number, as a meter and in words. */
export function Share({ count, of }: { readonly count: number; readonly of: number }) {
  return (
    <div className="row" style={{ flexWrap: 'nowrap' }}>
      <meter min={0} max={of} value={count} aria-label={`${count} of ${of}`} />
      <span className="small" style={{ whiteSpace: 'nowrap' }}>
        {count} of {of}
      </span>
    </div>
  );
}
