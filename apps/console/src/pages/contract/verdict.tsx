import type { ReactNode } from 'react';
import type { Contract, ContractResult } from '../../api/contracts';
import { columnAt, columnType } from '../../ui/column-type';
import { Icon } from '../../ui/icon';
import { CellTable, TableScroll } from '../../ui/list-table';
import { OUTCOMES, Status, Tag } from '../../ui/status';
import { absoluteTime, duration, Time, utcTime } from '../../ui/time';
import { slaTargets } from './promise-text';
import { dimensionsOf, failedRules, type DimensionOutcome } from './verdict-data';

interface VerdictProps {
  readonly contract: Contract;
  readonly result: ContractResult;
}

/** What a run began by. */
const BEGAN: Readonly<Record<string, string>> = {
  manual: 'asked for by hand',
  batch: 'one of a batch',
  schedule: 'by schedule',
  schemaChange: 'after a change of the schema',
};

/** What one run found: each dimension, and each failure with its reason beside what was promised. */
export function Verdict({ contract, result }: VerdictProps) {
  const { contractExecutionStatus: status, timestamp, executionTime, trigger, contractVersion, result: text } = result;
  const dimensions = dimensionsOf(result);
  const isHere = dimensions.length > 0;
  return (
    <div className="stack">
      <p style={{ margin: 0 }} className="row">
        <Status of={status} />
        <span>
          <Time of={timestamp} isBeside />, {absoluteTime(timestamp)}
        </span>
        <span className="dimmed small">
          {[
            executionTime === undefined ? undefined : `took ${duration(executionTime)}`,
            trigger && BEGAN[trigger],
            contractVersion && `version ${contractVersion}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {isHere && (
        <div className="cards cards-wide">
          {dimensions.map((one) => (
            <DimensionCard key={one.name} outcome={one} />
          ))}
        </div>
      )}
      {(!isHere || status === 'Aborted') && <p style={{ margin: 0 }}>{result.message ?? text}</p>}
      <SchemaFailures contract={contract} result={result} />
      <RuleFailures contract={contract} result={result} />
      <QualityFailures result={result} />
      <SlaFailures contract={contract} result={result} />
      {isHere && dimensions.every(({ failed }) => failed === 0) && (
        <p className="row" style={{ margin: 0 }}>
          <Icon name="check" /> {text ?? 'All checks passed.'}
        </p>
      )}
    </div>
  );
}

function DimensionCard({ outcome: { label, passed, failed, total } }: { readonly outcome: DimensionOutcome }) {
  return (
    <div className="panel">
      <div className="row row-apart row-whole">
        <h2 style={{ margin: 0, fontSize: 15 }}>{label}</h2>
        <Tag {...OUTCOMES[failed > 0 ? 'broken' : 'holds']}>{failed > 0 ? 'Broken' : 'Holds'}</Tag>
      </div>
      <div className="figure" style={{ marginTop: 8 }}>
        {passed}
        <span className="dimmed" style={{ fontSize: 16, fontWeight: 400 }}>
          {' '}
          of {total} pass
        </span>
      </div>
    </div>
  );
}

interface FailuresProps {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

function Failures({ title, head, rows }: FailuresProps) {
  if (rows.length === 0) return null;
  return (
    <section className="panel panel-flush">
      <h2 style={{ fontSize: 16, margin: 0, padding: '14px 16px 4px' }}>{title}</h2>
      <TableScroll>
        <CellTable head={head} rows={rows} />
      </TableScroll>
    </section>
  );
}

function SchemaFailures({ contract, result }: VerdictProps) {
  const reasons = new Map(result.details?.schemaValidation?.map(({ field, message }) => [field, message]));
  const rows = (result.schemaValidation?.failedFields ?? []).map((field) => {
    const promised = columnAt(contract.schema ?? [], field);
    return [
      <span className="mono">{field}</span>,
      promised ? <span className="mono">{columnType(promised)}</span> : <span className="dimmed">–</span>,
      reasons.get(field) ?? 'does not keep the promise',
    ];
  });
  return <Failures title="Columns that break the contract" head={['Column', 'Promised', 'Reason']} rows={rows} />;
}

function RuleFailures({ contract, result }: VerdictProps) {
  const rows = failedRules(result).map(({ ruleName, reason }) => [
    <strong>{ruleName}</strong>,
    contract.semantics?.find(({ name }) => name === ruleName)?.description ?? <span className="dimmed">–</span>,
    reason ?? 'not met',
  ]);
  return <Failures title="Rules that are not met" head={['Rule', 'Promised', 'Reason']} rows={rows} />;
}

function QualityFailures({ result }: { readonly result: ContractResult }) {
  const rows = (result.details?.qualityValidation ?? []).map(({ field, message }) => [
    <span className="mono fqn">{field}</span>,
    'passes',
    message,
  ]);
  return <Failures title="Quality tests that fail" head={['Test case', 'Promised', 'Reason']} rows={rows} />;
}

/** SLA terms are told in UTC as well: they are agreed between people of different zones. */
function SlaFailures({ contract, result }: VerdictProps) {
  const { notes = [], evidence = [] } = result.details?.slaValidation ?? {};
  const targets = slaTargets(contract);
  const rows = notes.map((note) => {
    const [, named = '', reason = note] = /^(\w+): (.*)$/s.exec(note) ?? [];
    const target = named === 'latency' ? 'maxLatency' : named;
    const seen = evidence.find((one) => one.target === target);
    return [
      <strong>{targets.find(({ key }) => key === target)?.label ?? target}</strong>,
      targets.find(({ key }) => key === target)?.value ?? <span className="dimmed">–</span>,
      <>
        {reason}
        {seen && (
          <div className="dimmed small">
            Newest evidence: {utcTime(seen.timestamp)} {seen.source && `from ${seen.source}`}
          </div>
        )}
      </>,
    ];
  });
  return <Failures title="SLA targets that are missed" head={['Target', 'Promised', 'Reason']} rows={rows} />;
}
