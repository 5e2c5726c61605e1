import type { ContractResult } from '../../api/contracts';
import { Status } from '../../ui/status';
import { absoluteTime } from '../../ui/time';
import { Reported } from './reported';
import { dimensionsOf, failuresOf } from './verdict-data';

/** One run, or two side by side, the older one first: failures of only one of them are highlighted. */
export function Comparison({ results }: { readonly results: readonly ContractResult[] }) {
  const sorted = [...results].sort((a, b) => a.timestamp - b.timestamp);
  const failures = sorted.map(failuresOf);
  return (
    <div className="halves">
      {sorted.map((result, at) => (
        <RunPanel key={result.id} result={result} failures={failures[at] ?? []} others={failures[1 - at]} />
      ))}
    </div>
  );
}

interface PanelProps {
  readonly result: ContractResult;
  readonly failures: readonly string[];
  readonly others: readonly string[] | undefined;
}

function RunPanel({ result, failures, others }: PanelProps) {
  return (
    <section className="panel stack" style={{ gap: 12 }}>
      <h2 className="row" style={{ margin: 0, fontSize: 16 }}>
        {absoluteTime(result.timestamp)} <Status of={result.contractExecutionStatus} />
      </h2>
      <dl className="facts">
        {dimensionsOf(result).map(({ name, label, passed, total }) => [
          <dt key={name}>{label}</dt>,
          <dd key={`${name}-value`}>
            {passed} of {total} pass
          </dd>,
        ])}
      </dl>
      {failures.length === 0 ? (
        <p style={{ margin: 0 }}>{result.result}</p>
      ) : (
        <ul style={{ margin: 0, paddingLeft: 20 }}>
          {failures.map((one) => (
            <li key={one}>
              {others && !others.includes(one) ? <mark>{one}</mark> : one}
              {others && !others.includes(one) && <span className="dimmed small"> only here</span>}
            </li>
          ))}
        </ul>
      )}
      <Reported result={result} />
    </section>
  );
}
