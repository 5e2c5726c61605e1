import { useQuery } from '@tanstack/react-query';
import { brokenQuery, countsQuery, coverageQuery, turnsQuery } from '../../api/overview';
import { CoverageTable } from '../../ui/coverage-table';
import { PageLink, useTitle } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { BrokenList } from './broken-list';
import { Counts } from './counts';
import { TurnedLists } from './turned-lists';

/** What those who answer for data look at each morning. */
export function StartPage() {
  useTitle('Start');
  const counts = useQuery(countsQuery);
  const broken = useQuery(brokenQuery);
  const turns = useQuery(turnsQuery);
  const coverage = useQuery(coverageQuery);
  return (
    <div className="stack" style={{ gap: 26 }}>
      <h1 style={{ margin: 0 }}>Start</h1>
      <Loaded query={counts} what="Counting contracts">
        {(counted) =>
          counted.total === 0 ? (
            <div className="panel">
              <Message icon="contract" title="There are no contracts yet">
                <p>A contract says what the readers of an asset may rely on. Find an asset to write the first one.</p>
                <PageLink to="/search" search={{}}>
                  Find an asset
                </PageLink>
              </Message>
            </div>
          ) : (
            <Counts {...counted} />
          )
        }
      </Loaded>
      <Loaded query={broken} what="Looking for broken contracts">
        {(contracts) => <BrokenList contracts={contracts} />}
      </Loaded>
      <Loaded query={turns} what="Looking for what changed">
        {(lists) => <TurnedLists {...lists} />}
      </Loaded>
      <Loaded query={coverage} what="Counting assets">
        {({ byService, byDomain }) => (
          <div className="halves">
            <CoverageTable title="Coverage by domain" facet="domain" rows={byDomain} />
            <CoverageTable title="Coverage by service" facet="service" rows={byService} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
