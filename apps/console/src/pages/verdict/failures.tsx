import { useQuery } from '@tanstack/react-query';
import type { Contract, ContractResult } from '../../api/contracts';
import { testsWithIncidentQuery } from '../../api/governance/incidents';
import { columnAt, columnType } from '../../ui/text/column-type';
import { EntityLink, PageLink } from '../../ui/link';
import { utcTime } from '../../ui/time';
import { slaTargets } from '../contract/promise-text';
import { RuleCure } from './rule-cure';
import { PanelTable } from './panel-table';
import { failedColumns, failedRules, failedTests, missedTargets, warnings } from './verdict-data';

interface FailuresProps {
  readonly contract: Contract;
  readonly result: ContractResult;
}

const NOTHING = <span className="dimmed">–</span>;

/** Each failure with its reason beside what was promised, dimension by dimension. */
export function Failures({ contract, result }: FailuresProps) {
  return (
    <>
      <SchemaFailures contract={contract} result={result} />
      <RuleFailures contract={contract} result={result} />
      <TestFailures
        contract={contract}
        title="Quality tests that fail"
        failures={failedTests(result)}
        promised="passes"
      />
      <SlaFailures contract={contract} result={result} />
      <TestFailures
        contract={contract}
        title="Quality tests that fail and are not counted"
        failures={warnings(result)}
        promised="warns"
      />
    </>
  );
}

function SchemaFailures({ contract, result }: FailuresProps) {
  const rows = failedColumns(result).map(({ name, reason }) => {
    const promised = columnAt(contract.schema ?? [], name);
    return [
      <span className="mono">{name}</span>,
      promised ? <span className="mono">{columnType(promised)}</span> : NOTHING,
      reason,
    ];
  });
  return <PanelTable title="Columns that break the contract" head={['Column', 'Expected', 'Reason']} rows={rows} />;
}

function RuleFailures({ contract, result }: FailuresProps) {
  const rows = failedRules(result).map(({ name, reason }) => [
    <strong>{name}</strong>,
    contract.semantics?.find((rule) => rule.name === name)?.description ?? NOTHING,
    <>
      {reason}
      <RuleCure contract={contract} name={name} />
    </>,
  ]);
  return <PanelTable title="Rules that are not met" head={['Rule', 'Expected', 'Reason']} rows={rows} />;
}

interface TestFailuresProps {
  readonly contract: Contract;
  readonly title: string;
  readonly failures: ReturnType<typeof failedTests>;
  readonly promised: string;
}

function TestFailures({ contract: { entity }, title, failures, promised }: TestFailuresProps) {
  const isAsked = entity?.type === 'table' && failures.length > 0;
  const { data: withIncident } = useQuery({
    ...testsWithIncidentQuery(entity?.fullyQualifiedName ?? ''),
    enabled: isAsked,
  });
  const rows = failures.map(({ name, reason }) => [
    <EntityLink type="testCase" fqn={name}>
      <bdi className="mono fqn">{name}</bdi>
    </EntityLink>,
    promised,
    <>
      {reason}
      {withIncident?.has(name) && (
        <div>
          <PageLink to="/governance" search={{ kind: 'testCase' }} className="small">
            Open incident
          </PageLink>
        </div>
      )}
    </>,
  ]);
  return <PanelTable title={title} head={['Test case', 'Expected', 'Reason']} rows={rows} />;
}

/** The operation in the documentation of the API. */
const REPORTING = '/docs#/tables/putTableObservations';
const UNKNOWN = /^no evidence \(([^)]*)\)/;

/** Why a target is not met; where nothing was reported, how that is done. */
function SlaReason({ of }: { readonly of: string }) {
  const [, why] = UNKNOWN.exec(of) ?? [];
  if (why === undefined) return of;
  return (
    <>
      Unknown: {why.replace(/ is known$/, ' has been reported')}. <a href={REPORTING}>How to report one →</a>
    </>
  );
}

/** SLA terms are shown in UTC as well: they are agreed between people of different zones. */
function SlaFailures({ contract, result }: FailuresProps) {
  const evidence = result.details?.slaValidation?.evidence ?? [];
  const targets = slaTargets(contract);
  const rows = missedTargets(result).map(({ name, reason }) => {
    const seen = evidence.find((one) => one.target === name);
    const target = targets.find(({ key }) => key === name);
    return [
      <strong>{target?.label ?? name}</strong>,
      target?.value ?? NOTHING,
      <>
        <SlaReason of={reason} />
        {seen && (
          <div className="dimmed small">
            Newest evidence: {utcTime(seen.timestamp)} {seen.source && `from ${seen.source}`}
          </div>
        )}
      </>,
    ];
  });
  return <PanelTable title="SLA targets that are missed" head={['Target', 'Expected', 'Reason']} rows={rows} />;
}
