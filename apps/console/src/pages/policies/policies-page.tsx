import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { policiesQuery, type ContractPolicy, type PolicyScopeType } from '../../api/governance/policies';
import { EntityName } from '../../ui/entity-name';
import { PageLink, useTitle } from '../../ui/link';
import { refusalText } from '../../ui/rights';
import { Loaded, Message } from '../../ui/states';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Pager } from '../../ui/tables/list-table';
import { Moment } from '../../ui/time';
import { PolicyButtons } from './policy-buttons';
import { PolicyDialog } from './policy-dialog';
import { changeText, incidentsText, learnedText, SCOPES } from './policy-words';
import { MANAGE, usePolicyRights } from './use-policy-rights';

const INHERITED = <span className="dimmed">by less specific policies</span>;

const COLUMNS: readonly DataColumn<ContractPolicy>[] = [
  { label: 'Scope', isName: true, cell: ({ scope }) => <Scope of={scope} /> },
  { label: 'Changes', cell: ({ change }) => (change ? changeText(change) : INHERITED) },
  { label: 'Incidents', cell: ({ incidents }) => (incidents ? incidentsText(incidents) : INHERITED) },
  { label: 'Learned', cell: ({ learned }) => (learned ? learnedText(learned) : INHERITED) },
  {
    label: 'Set',
    cell: ({ updatedAt, updatedBy }) => (
      <span>
        <Moment of={updatedAt} /> by <bdi>{updatedBy}</bdi>
      </span>
    ),
  },
  { label: 'Edit', cell: (policy) => <PolicyButtons policy={policy} /> },
];

function Scope({ of: { type, fullyQualifiedName, displayName } }: { readonly of: ContractPolicy['scope'] }) {
  if (fullyQualifiedName === undefined) return <strong>{SCOPES[type as PolicyScopeType]}</strong>;
  return (
    <>
      <EntityName type={type} fqn={fullyQualifiedName} displayName={displayName} />
      <span className="dimmed small">{SCOPES[type as PolicyScopeType]}</span>
    </>
  );
}

/** The policies of contracts that the reader may see, by their scope. */
export function PoliciesPage() {
  const { scope, after } = useSearch({ from: '/inside/policies' });
  const navigate = useNavigate({ from: '/policies' });
  const query = useQuery(policiesQuery(scope, after));
  useTitle('Contract policies');
  const go = (to: { scope?: PolicyScopeType | undefined; after?: string | undefined }) => void navigate({ search: to });
  return (
    <div className="stack">
      <header className="stack" style={{ gap: 6 }}>
        <nav aria-label="Breadcrumb" className="small">
          <PageLink to="/governance" search={{}}>
            Governance
          </PageLink>
        </nav>
        <h1 style={{ margin: 0 }}>Contract policies</h1>
        <p className="dimmed" style={{ margin: 0, maxWidth: '80ch' }}>
          How contracts are changed, how their failures are handled, and what is warned of. Of several policies the most
          specific one applies, section by section: the contract, its data products, its tags, its domains, all
          contracts.
        </p>
      </header>
      <div className="row row-apart" style={{ alignItems: 'flex-end' }}>
        <Select
          label="Scope"
          placeholder="all"
          clearable
          w={200}
          data={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
          value={scope ?? null}
          onChange={(next) => go({ scope: (next ?? undefined) as PolicyScopeType | undefined })}
        />
        <NewPolicy />
      </div>
      <Loaded query={query} what="Looking for policies">
        {({ data, paging }) =>
          data.length === 0 ? (
            <div className="panel">
              <Message icon="contract" title="No policies">
                <p className="dimmed">Without a policy, anyone who may edit a contract changes it.</p>
              </Message>
            </div>
          ) : (
            <div className="stack" style={{ gap: 12 }}>
              <DataTable label="Contract policies" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
              <Pager
                total={paging.total}
                first={after === undefined ? undefined : () => go({ scope })}
                more={paging.after === undefined ? undefined : () => go({ scope, after: paging.after })}
              />
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

/** For users who may write any policy; others see which right that takes. */
function NewPolicy() {
  const { all, owned } = usePolicyRights();
  const [isOpen, setOpen] = useState(false);
  const [first] = owned;
  if (!all && first === undefined) return <p className="dimmed small policy-right">{refusalText(MANAGE)}</p>;
  const scope = {
    scopeType: first === undefined ? 'domain' : (first.entityType as PolicyScopeType),
    scopeName: '',
  } as const;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Set a policy</Button>
      {isOpen && (
        <PolicyDialog scope={scope} isFixed={false} owned={all ? undefined : owned} close={() => setOpen(false)} />
      )}
    </>
  );
}
