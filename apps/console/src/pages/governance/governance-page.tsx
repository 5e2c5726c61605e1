import { PageLink, useTitle } from '../../ui/link';
import { IncidentList } from '../incident/incident-list';
import { ObjectiveList } from './objective-list';
import { ProposalList } from './proposal-list';

/** Incidents, proposals and objectives of all contracts that the reader may see. */
export function GovernancePage() {
  useTitle('Governance');
  return (
    <div className="stack" style={{ gap: 26 }}>
      <header>
        <h1 style={{ margin: 0 }}>Governance</h1>
        <p className="dimmed" style={{ margin: 0 }}>
          What is broken, what is about to change, and what promises have come to.
        </p>
        <PageLink to="/policies" search={{}}>
          Contract policies
        </PageLink>
      </header>
      <IncidentList />
      <ProposalList />
      <ObjectiveList />
    </div>
  );
}
