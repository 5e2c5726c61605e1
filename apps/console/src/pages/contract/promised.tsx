import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { effectiveQuery, type Contract } from '../../api/contracts';
import { consumersQuery } from '../../api/governance/consumers';
import { columnPath, relyingText } from '../consumers/relying';
import { ColumnTable } from '../../ui/tables/column-table';
import { Markdown } from '../../ui/markdown';
import { Loaded } from '../../ui/states';
import { ExpectedChecks } from '../checks/expected-checks';
import { ContractCheck } from '../expectation/contract-check';
import { slaTargets } from './promise-text';

/** Promises that readers may rely on, with those inherited from the contract of the data product. */
export function Promised({ contract }: { readonly contract: Contract }) {
  const query = useQuery(effectiveQuery(contract.id ?? ''));
  return <Loaded query={query}>{(effective) => <Parts contract={effective} />}</Loaded>;
}

function Parts({ contract }: { readonly contract: Contract }) {
  const { schema = [], semantics = [], qualityExpectations = [], sla, security, termsOfUse } = contract;
  const terms = typeof termsOfUse === 'string' ? termsOfUse : termsOfUse?.content;
  const targets = slaTargets(contract);
  return (
    <div className="stack">
      <Part title="Schema" count={schema.length} none="The contract says nothing about columns.">
        <ReliedOnColumns contract={contract} columns={schema} />
      </Part>
      <Part title="Rules" count={semantics.length} none="No rules.">
        <ul className="stack" style={{ gap: 10, margin: 0, paddingLeft: 20 }}>
          {semantics.map(({ name, description, rule, inherited, enabled }) => (
            <li key={name}>
              <strong>{name}</strong>
              {inherited && <span className="label small">inherited</span>}
              {enabled === false && <span className="label small">switched off</span>}
              {description && <div>{description}</div>}
              {rule !== undefined && (
                <code className="mono dimmed fqn">{typeof rule === 'string' ? rule : JSON.stringify(rule)}</code>
              )}
            </li>
          ))}
        </ul>
      </Part>
      <Part
        title="Quality"
        count={qualityExpectations.length}
        none="No test case is expected to pass."
        below={<ContractCheck contract={contract} />}
      >
        <ExpectedChecks contract={contract} />
      </Part>
      <Part title="SLA" count={targets.length} none="Nothing is promised about time.">
        <dl className="facts">
          {targets.map(({ key, label, value }) => [<dt key={key}>{label}</dt>, <dd key={`${key}-value`}>{value}</dd>])}
          {sla?.columnName && [<dt key="column">Freshness by column</dt>, <dd key="name">{sla.columnName}</dd>]}
        </dl>
      </Part>
      <Part title="Security" count={security ? 1 : 0} none="Nothing is said about access.">
        <dl className="facts">
          <dt>Classification</dt>
          <dd>{security?.dataClassification ?? '–'}</dd>
          {(security?.policies ?? []).map(({ accessPolicy = '', identities = [], rowFilters = [] }, at) => [
            <dt key={at}>{accessPolicy || 'Access'}</dt>,
            <dd key={`${at}-who`}>
              {identities.join(', ') || '–'}
              {rowFilters.map(({ columnName, values = [] }, place) => (
                <div key={place} className="small">
                  rows whose <span className="mono">{columnName}</span> is {values.join(' or ') || 'anything'}
                </div>
              ))}
            </dd>,
          ])}
        </dl>
      </Part>
      <Part title="Terms of use" count={terms ? 1 : 0} none="No terms.">
        <Markdown text={terms} />
      </Part>
    </div>
  );
}

interface ReliedOnProps {
  readonly contract: Contract;
  readonly columns: NonNullable<Contract['schema']>;
}

/** The columns, each with the consumers that rely on it. */
function ReliedOnColumns({ contract, columns }: ReliedOnProps) {
  const { data } = useQuery(consumersQuery(contract.id ?? ''));
  const consumers = data?.data ?? [];
  if (consumers.length === 0) return <ColumnTable columns={columns} />;
  const cell = (path: readonly string[]) => relyingText(columnPath(path), consumers);
  return (
    <>
      <ColumnTable columns={columns} beside={{ head: 'Relied on by', cell }} />
      <p className="dimmed small" style={{ margin: '8px 0 0' }}>
        A column on which no consumer relies can change without consent.
      </p>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly count: number;
  readonly none: string;
  /** Buttons below it. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, count, none, below, children }: PartProps) {
  return (
    <section className="panel">
      <h2 style={{ fontSize: 16, margin: '0 0 12px' }}>{title}</h2>
      {count === 0 ? (
        <p className="dimmed" style={{ margin: 0 }}>
          {none}
        </p>
      ) : (
        children
      )}
      {below && <div className="part-below">{below}</div>}
    </section>
  );
}
