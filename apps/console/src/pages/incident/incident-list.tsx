import { SegmentedControl } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  contractIncidentsQuery,
  incidentCountsQuery,
  testCaseIncidentsQuery,
  type IncidentPage,
} from '../../api/governance/incidents';
import { INCIDENT_SORTS, TEST_CASE_INCIDENT_SORTS, type GovernanceSearch } from '../../search-parameters';
import { NameFilter } from '../../ui/fields/name-filter';
import { Loaded, Message } from '../../ui/states';
import type { ListOrder } from '../../ui/tables/data-column';
import { Pager } from '../../ui/tables/list-table';
import { IncidentTable } from './incident-table';

const LABELS = { contract: 'Of contracts', testCase: 'Of test cases' } as const;
type Kind = keyof typeof LABELS;
const KINDS = Object.keys(LABELS) as Kind[];

/**
 * Reads what the address says of the list, and changes it; what changes the list begins with its first page. Where the address says nothing,
 * the incidents of contracts are listed, unless those of test cases alone are open.
 */
function useAddress() {
  const search = useSearch({ from: '/inside/governance' });
  const navigate = useNavigate({ from: '/governance' });
  const { kind: said, owner, tier, sort, incidents } = search;
  const { data: counts } = useQuery(incidentCountsQuery({ owner, tier }));
  const isPlain = [owner, tier, sort, incidents].every((one) => one === undefined);
  const hasTestCasesAlone = counts?.contract === 0 && counts.testCase > 0;
  const kind: Kind = said ?? (isPlain && hasTestCasesAlone ? 'testCase' : 'contract');
  const change = (part: GovernanceSearch) =>
    void navigate({
      search: (now) => ({ ...now, incidents: undefined, ...(kind === 'testCase' && { kind }), ...part }),
    });
  return { search, kind, counts, change };
}

/** Incidents that are open, of contracts or of test cases. */
export function IncidentList() {
  const { kind, counts, change } = useAddress();
  return (
    <section className="stack" aria-labelledby="incidents">
      <div className="row row-apart">
        <h2 id="incidents" style={{ margin: 0, fontSize: 17 }}>
          Incidents
        </h2>
        <SegmentedControl
          aria-label="Which incidents"
          data={KINDS.map((value) => ({ value, label: <Half of={value} open={counts?.[value]} /> }))}
          value={kind}
          onChange={(value) => change({ kind: value as Kind, sort: undefined, order: undefined })}
        />
      </div>
      {kind === 'testCase' ? <OfTestCases /> : <OfContracts />}
    </section>
  );
}

function Half({ of, open }: { readonly of: Kind; readonly open: number | undefined }) {
  return (
    <>
      <span>{LABELS[of]}</span>
      {open !== undefined && (
        <>
          {' '}
          <span className="dimmed">{open}</span>
        </>
      )}
    </>
  );
}

function OfContracts() {
  const { search, change } = useAddress();
  const { owner, tier, incidents: after, order: direction = 'desc' } = search;
  const by = INCIDENT_SORTS.find((name) => name === search.sort) ?? 'since';
  const query = useQuery(contractIncidentsQuery({ owner, tier, after, sortBy: by, sortOrder: direction }));
  const setOrder = ({ by: next, direction: order }: ListOrder) =>
    change({ sort: INCIDENT_SORTS.find((name) => name === next), order });
  return <Filtered query={query} of="contracts" order={{ by, direction }} setOrder={setOrder} />;
}

function OfTestCases() {
  const { search, change } = useAddress();
  const { owner, tier, incidents: after, order: direction = 'desc' } = search;
  const by = TEST_CASE_INCIDENT_SORTS.find((name) => name === search.sort) ?? 'timestamp';
  const query = useQuery(testCaseIncidentsQuery({ owner, tier, after, sortBy: by, sortOrder: direction }));
  const setOrder = ({ by: next, direction: order }: ListOrder) =>
    change({ sort: TEST_CASE_INCIDENT_SORTS.find((name) => name === next), order });
  return <Filtered query={query} of="test cases" order={{ by, direction }} setOrder={setOrder} />;
}

interface FilteredProps {
  readonly query: UseQueryResult<IncidentPage>;
  readonly of: 'contracts' | 'test cases';
  readonly order: ListOrder;
  readonly setOrder: (order: ListOrder) => void;
}

/** The filters above a page of incidents; both are the server's, as is the order. */
function Filtered({ query, of, order, setOrder }: FilteredProps) {
  const { search, change } = useAddress();
  const { owner, tier } = search;
  return (
    <>
      <form
        className="filters"
        role="search"
        aria-label="Filter incidents"
        onSubmit={(event) => event.preventDefault()}
      >
        <NameFilter label="Owner" types={['team', 'user']} value={owner} set={(value) => change({ owner: value })} />
        <NameFilter label="Tier" types={['tag']} below="Tier" value={tier} set={(value) => change({ tier: value })} />
      </form>
      <Loaded query={query} what="Looking for incidents">
        {(page) => (
          <Page page={page}>
            <IncidentTable rows={page.rows} of={of} order={order} setOrder={setOrder} />
          </Page>
        )}
      </Loaded>
    </>
  );
}

function Page({ page: { rows, paging }, children }: { readonly page: IncidentPage; readonly children: ReactNode }) {
  const { search, kind, change } = useAddress();
  if (rows.length === 0)
    return (
      <div className="panel">
        <Message icon="check" title="No open incidents">
          <p className="dimmed">
            {kind === 'testCase'
              ? 'A test case that fails opens one.'
              : 'A contract opens one where a contract policy says so, or by hand.'}
          </p>
        </Message>
      </div>
    );
  const { after } = paging;
  return (
    <div className="stack" style={{ gap: 12 }}>
      {children}
      <Pager
        total={paging.total}
        first={search.incidents === undefined ? undefined : () => change({})}
        more={after === undefined ? undefined : () => change({ incidents: after })}
      />
    </div>
  );
}
