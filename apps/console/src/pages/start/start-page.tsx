import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { brokenQuery, countsQuery, coverageQuery, risksQuery, verdictChangesQuery } from '../../api/overview';
import { CoverageTable } from '../../ui/tables/coverage-table';
import { PageLink, useTitle } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { BrokenList } from './broken-list';
import { Counts } from './counts';
import { ChangedLists } from './changed-lists';
import { WaitsForYou } from './waits-for-you';

/** The page for those who answer for data, each morning: of all contracts, or of those that are theirs. */
export function StartPage() {
  useTitle('Home');
  const { mine } = useSearch({ from: '/inside/' });
  const own = mine === true;
  const counts = useQuery(countsQuery(own));
  const broken = useQuery(brokenQuery(own));
  const changes = useQuery(verdictChangesQuery(own));
  const risks = useQuery(risksQuery(own));
  return (
    <div className="stack" style={{ gap: 26 }}>
      <div className="row row-apart">
        <h1 style={{ margin: 0 }}>Home</h1>
        <Whose />
      </div>
      <WaitsForYou />
      <Loaded query={counts} what="Counting contracts">
        {(counted) => (counted.total === 0 ? <NoContract mine={own} /> : <Counts mine={mine} {...counted} />)}
      </Loaded>
      {counts.data?.total !== 0 && (
        <>
          <Loaded query={broken} what="Looking for failing contracts">
            {(contracts) => <BrokenList contracts={contracts} byStatus={counts.data?.byStatus ?? {}} />}
          </Loaded>
          <Loaded query={changes} what="Looking for what changed">
            {(lists) => <ChangedLists {...lists} risks={risks.data ?? []} />}
          </Loaded>
        </>
      )}
      {!own && <Covered />}
    </div>
  );
}

/** A link is that of the page that is open where the search part is the same, too. */
const WHOLE = { exact: true, includeSearch: true };

/** The address says whose contracts these are, so a bookmark of the page preserves it. */
function Whose() {
  return (
    <nav aria-label="Whose contracts" className="choice">
      <PageLink to="/" search={{}} activeOptions={WHOLE}>
        All
      </PageLink>
      <PageLink to="/" search={{ mine: true }} activeOptions={WHOLE}>
        Mine
      </PageLink>
    </nav>
  );
}

function NoContract({ mine }: { readonly mine: boolean }) {
  return (
    <div className="panel">
      <Message icon="contract" title={mine ? 'No contract is yours' : 'There are no contracts yet'}>
        <p>
          {mine
            ? 'Here stand the contracts that you or a team of yours owns, and those of assets that you own.'
            : 'A contract says what the readers of an asset may rely on. Assets come from the databases that are connected.'}
        </p>
        <div className="row">
          {!mine && (
            <PageLink to="/connections" search={{}}>
              Connect a database
            </PageLink>
          )}
          <PageLink to="/search" search={{}}>
            Find an asset
          </PageLink>
        </div>
      </Message>
    </div>
  );
}

function Covered() {
  const coverage = useQuery(coverageQuery);
  return (
    <Loaded query={coverage} what="Counting assets">
      {({ byService, byDomain }) => (
        <div className="halves">
          <CoverageTable title="Coverage by domain" facet="domain" rows={byDomain} />
          <CoverageTable title="Coverage by service" facet="service" rows={byService} />
        </div>
      )}
    </Loaded>
  );
}
