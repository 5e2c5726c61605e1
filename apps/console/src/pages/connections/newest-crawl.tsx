import { useQuery } from '@tanstack/react-query';
import { dataRunsQuery, foundTablesQuery, SHOWN_TABLES, type DataRun } from '../../api/connections';
import { isEnded } from '../../api/execution-status';
import { useMayDo } from '../../api/permissions';
import { EntityLink, PageLink } from '../../ui/link';
import { Loaded } from '../../ui/states';
import { StatusOfRun } from '../../ui/status';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { WaitsForData } from './connection-test';
import { RunActions } from './run-actions';
import { summaryOf } from './run-words';

/** The newest crawl of a source: how far it is, and what is there to promise something about. */
export function NewestCrawl({ service }: { readonly service: string }) {
  const { data: page } = useQuery(dataRunsQuery({ service, kind: 'crawl' }, undefined));
  const run = page?.data[0];
  if (!run) return null;
  return (
    <section className="panel stack" style={{ gap: 12 }} aria-labelledby="newest-crawl">
      <div className="row row-apart">
        <h2 id="newest-crawl" className="row" style={{ margin: 0, fontSize: 17 }}>
          Newest crawl <StatusOfRun of={run.status} />
        </h2>
        <div className="row">
          <RunActions of={run} />
        </div>
      </div>
      <Progress of={run} />
      {isEnded(run.status) && <Found service={service} key={run.id} />}
    </section>
  );
}

function Progress({ of: run }: { readonly of: DataRun }) {
  if (run.status === 'Queued') return <WaitsForData />;
  const { progress } = run;
  return (
    <div className="stack" style={{ gap: 6 }} role="status" aria-label="Progress of the crawl">
      <span>{summaryOf(run)}</span>
      {run.status === 'Running' && progress && (
        <>
          <progress max={progress.total} value={progress.done} aria-label="Tables that are done" />
          <span className="mono small fqn">{progress.current}</span>
        </>
      )}
    </div>
  );
}

/** The first tables of the source, each with the way to its contract. */
function Found({ service }: { readonly service: string }) {
  const query = useQuery(foundTablesQuery(service));
  const mayCreate = useMayDo('dataContract', 'Create');
  return (
    <Loaded query={query} what="Looking for tables">
      {({ tables, total = tables.length }) =>
        tables.length === 0 ? (
          <p style={{ margin: 0 }}>No table was found. Check what the user of the connection may read.</p>
        ) : (
          <>
            <TableScroll>
              <Table
                label="Tables found"
                head={['Table', 'Contract']}
                rows={tables.map(({ table: { name, fullyQualifiedName: fqn }, hasContract }) => [
                  <bdi key="table" className="fqn">
                    <EntityLink type="table" fqn={fqn}>
                      {name}
                    </EntityLink>
                  </bdi>,
                  hasContract ? (
                    'Has a contract'
                  ) : mayCreate ? (
                    <PageLink
                      key="create"
                      to="/new-contract"
                      search={{ type: 'table', fqn }}
                      aria-label={`Create a contract: ${name}`}
                    >
                      Create a contract
                    </PageLink>
                  ) : (
                    <span key="none" className="dimmed">
                      No contract yet
                    </span>
                  ),
                ])}
              />
            </TableScroll>
            {total > SHOWN_TABLES && (
              <PageLink to="/coverage" search={{ service, show: 'without' }}>
                All {total} tables
              </PageLink>
            )}
          </>
        )
      }
    </Loaded>
  );
}
