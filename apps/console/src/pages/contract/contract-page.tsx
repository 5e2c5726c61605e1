import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { contractQuery, resultsQuery, type Contract } from '../../api/contracts';
import { isEnded } from '../../api/execution-status';
import type { ContractTab } from '../../search-parameters';
import { NoEntity } from '../../ui/shell/no-entity';
import { Loaded, Message } from '../../ui/states';
import { PageTabs } from '../../ui/tabs';
import { useTitle } from '../../ui/link';
import { ContractHead } from './contract-head';
import { Governed } from './governed';
import { History } from './history';
import { InvitationBanner } from '../consumers/invitation-banner';
import { IncidentBanner } from '../incident/incident-banner';
import { Impact } from './impact';
import { Promised } from './promised';
import { RunProgress } from '../contract-run/run-progress';
import { ContractReview } from '../proposal/contract-review';
import { OpenProposal } from '../proposal/open-proposal';
import { useRun } from '../contract-run/use-run';
import { Verdict } from '../verdict/verdict';
import { Versions } from './versions';
import { DocumentTab } from './document-tab';

export function ContractPage() {
  const { fqn } = useSearch({ from: '/inside/contract' });
  if (fqn === '') {
    const text = 'The page of a contract is named by the full name of its asset and its own.';
    return <NoEntity icon="contract" heading="Contract" title="Which contract?" text={text} />;
  }
  return <ContractOf fqn={fqn} />;
}

function ContractOf({ fqn }: { readonly fqn: string }) {
  const query = useQuery(contractQuery(fqn));
  useTitle(query.data?.displayName ?? query.data?.name ?? (query.error ? fqn : 'Contract'));
  return (
    <Loaded query={query} what="Loading the contract" failedAs={fqn}>
      {(contract) => <LoadedContract key={contract.id} contract={contract} />}
    </Loaded>
  );
}

function LoadedContract({ contract }: { readonly contract: Contract }) {
  const id = contract.id ?? '';
  const { tab = 'verdict' } = useSearch({ from: '/inside/contract' });
  const navigate = useNavigate({ from: '/contract' });
  const run = useRun(id);
  const choose = (next: ContractTab) => void navigate({ search: (now) => ({ ...now, tab: next }), replace: true });
  return (
    <div className="stack">
      <ContractHead contract={contract} run={run} />
      <ContractReview contract={contract} />
      <InvitationBanner contract={contract} />
      <IncidentBanner contract={contract} />
      <OpenProposal contract={contract} />
      <RunProgress contract={id} run={run} latest={contract.latestResult} />
      <PageTabs
        label="Parts of the contract"
        value={tab}
        choose={choose}
        tabs={[
          { value: 'verdict', label: 'Status', content: () => <VerdictTab contract={contract} /> },
          { value: 'history', label: 'History', content: () => <History id={id} /> },
          { value: 'promise', label: 'Terms', content: () => <Promised contract={contract} /> },
          { value: 'versions', label: 'Versions', content: () => <Versions id={id} /> },
          { value: 'impact', label: 'Impact', content: () => <Impact id={id} /> },
          { value: 'governance', label: 'Governance', content: () => <Governed contract={contract} /> },
          { value: 'yaml', label: 'Document', content: () => <DocumentTab contract={contract} /> },
        ]}
      />
    </div>
  );
}

/** Findings of the newest run that has ended. */
function VerdictTab({ contract }: { readonly contract: Contract }) {
  const query = useInfiniteQuery(resultsQuery(contract.id ?? ''));
  return (
    <Loaded query={query} what="Loading the verdict">
      {({ pages }) => {
        const ended = pages[0]?.rows.find(({ contractExecutionStatus: status }) => isEnded(status));
        return ended ? (
          <Verdict contract={contract} result={ended} />
        ) : (
          <div className="panel">
            <Message icon="contract" title={pages[0]?.rows.length ? 'The first run goes on' : 'Not validated yet'}>
              <p>
                A validation compares the contract with the columns, rules, tests and evidence that the catalog knows.
              </p>
            </Message>
          </div>
        );
      }}
    </Loaded>
  );
}
