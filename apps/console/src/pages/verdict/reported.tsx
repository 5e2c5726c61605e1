import type { ContractResult } from '../../api/contracts';
import { duration, utcTime } from '../../ui/time';
import { reports, typesFound } from './verdict-data';
import { percentText } from '../../ui/text/percent';
import { notJudgedText } from '../../ui/text/not-judged';

interface FactsProps {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
}

function Facts({ title, facts }: FactsProps) {
  if (facts.length === 0) return null;
  return (
    <section className="panel">
      <h2 style={{ margin: '0 0 10px', fontSize: 16 }}>{title}</h2>
      <dl className="facts">
        {facts.map(([label, text]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label}-value`} className="said">
            {text}
          </dd>,
        ])}
      </dl>
    </section>
  );
}

/** The words of the pipeline that pushed a result. */
export function Reported({ result }: { readonly result: ContractResult }) {
  return <Facts title="Reported by the pipeline" facts={reports(result).map(({ label, text }) => [label, text])} />;
}

/** How columns that pass keep a type that the source writes in another word. */
export function TypesFound({ result }: { readonly result: ContractResult }) {
  const facts = typesFound(result).map(({ field, message }) => [field, message] as const);
  return <Facts title="Types as the source writes them" facts={facts} />;
}

/** Measured times of the SLA, also where its targets are met. */
export function Measured({ result }: { readonly result: ContractResult }) {
  const { lastRefreshedAt, actualLatency, actualAvailability } = result.details?.slaValidation ?? {};
  const facts: [string, string][] = [
    ...fact('Last refresh', lastRefreshedAt, utcTime),
    ...fact('Latency', actualLatency, duration),
    ...fact('Availability', actualAvailability, percentText),
  ];
  return <Facts title="Measured for the SLA" facts={facts} />;
}

const fact = (label: string, value: number | undefined, inWords: (value: number) => string): [string, string][] =>
  value === undefined ? [] : [[label, inWords(value)]];

/** Promises that no run judges, with the reasons where the result has them. */
export function NotJudged({ result: { notEvaluated = [], details } }: { readonly result: ContractResult }) {
  if (notEvaluated.length === 0) return null;
  const reasons = details?.notEvaluated?.map(({ promise, reason }) => ({ subject: promise, reason }));
  return (
    <p className="dimmed small" style={{ margin: 0 }}>
      {reasons ? notJudgedText(reasons) : `Not judged: ${notEvaluated.join(', ')}`}
    </p>
  );
}
