import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataRunsQuery, type DataRun } from '../../api/connections';
import { RUN_KINDS, RUN_STATUSES, type RunKind, type RunStatus } from '../../search-parameters';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Pager } from '../../ui/tables/list-table';
import { EntityLink, PageLink } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { lookOfRun, StatusOfRun } from '../../ui/status';
import { duration, Moment } from '../../ui/time';
import { RunActions } from './run-actions';
import { RunDetail } from './run-detail';
import { KIND_LABELS, startOf, summaryOf } from './run-words';

const COLUMNS: readonly DataColumn<DataRun>[] = [
  {
    label: 'When',
    cell: ({ timestamp }) => (
      <span className="nowrap">
        <Moment of={timestamp} />
      </span>
    ),
  },
  { label: 'What', cell: ({ kind }) => <span className="nowrap">{KIND_LABELS[kind]}</span> },
  { label: 'Of', cell: (run) => <Target of={run} /> },
  { label: 'Status', cell: ({ status }) => <StatusOfRun of={status} /> },
  { label: 'Outcome', cell: (run) => <span className="small">{summaryOf(run)}</span> },
  {
    label: 'Took',
    cell: ({ executionTime: ms }) => <span className="nowrap">{ms === undefined ? '' : duration(ms)}</span>,
  },
  { label: 'Trigger', cell: (run) => <bdi>{startOf(run)}</bdi> },
  { label: 'Change', cell: (run) => <RunActions of={run} /> },
];

function Target({ of: { service, asset } }: { readonly of: DataRun }) {
  if (asset)
    return (
      <EntityLink type={asset.type} fqn={asset.fullyQualifiedName}>
        {asset.name}
      </EntityLink>
    );
  if (!service) return <span className="dimmed">a connection that is not stored</span>;
  return (
    <PageLink to="/connections" search={{ service: service.fullyQualifiedName }}>
      {service.name}
    </PageLink>
  );
}

/** Data runs, the newest first, as the address filters them. */
export function RunList() {
  const { service, kind, status, after } = useSearch({ from: '/inside/connections' });
  const navigate = useNavigate({ from: '/connections' });
  const query = useQuery(dataRunsQuery({ service, kind, status }, after));
  const go = (more: { kind?: RunKind | undefined; status?: RunStatus | undefined; after?: string | undefined }) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, ...more }) });
  return (
    <section className="stack" aria-labelledby="data-runs">
      <h2 id="data-runs" style={{ margin: 0, fontSize: 17 }}>
        Runs
      </h2>
      <div className="row">
        <Select
          label="What"
          placeholder="all"
          clearable
          w={200}
          data={RUN_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          value={kind ?? null}
          onChange={(next) => go({ kind: (next ?? undefined) as RunKind | undefined })}
        />
        <Select
          label="Status"
          placeholder="all"
          clearable
          w={200}
          data={RUN_STATUSES.map((value) => ({ value, label: lookOfRun(value).label }))}
          value={status ?? null}
          onChange={(next) => go({ status: (next ?? undefined) as RunStatus | undefined })}
        />
      </div>
      <Loaded query={query} what="Looking for runs">
        {({ data, paging }) => (
          <div className="stack" style={{ gap: 12 }}>
            {data.length === 0 ? (
              <div className="panel">
                <Message title="No runs" />
              </div>
            ) : (
              <DataTable
                label="Runs"
                columns={COLUMNS}
                rows={data}
                keyOf={({ id }) => id}
                detail={(run) => <RunDetail of={run} />}
                nameOf={({ kind: what, asset, service: of }) =>
                  `${KIND_LABELS[what]} of ${asset?.name ?? of?.name ?? 'a connection that is not stored'}`
                }
              />
            )}
            <Pager
              total={paging.total}
              first={after === undefined ? undefined : () => go({})}
              more={paging.after === undefined ? undefined : () => go({ after: paging.after })}
            />
          </div>
        )}
      </Loaded>
    </section>
  );
}
