import type { Contract, ContractResult } from '../../api/contracts';
import { Icon } from '../../ui/icon';
import { OUTCOMES, Status, Tag } from '../../ui/status';
import { rounded } from '../../ui/text/percent';
import { absoluteTime, duration, Time } from '../../ui/time';
import { isBroken } from '../../api/execution-status';
import { FailingRows } from './failing-rows';
import { Failures } from './failures';
import { Parts } from './parts';
import { Measured, NotJudged, Reported, TypesFound } from './reported';
import { StartedBy } from './started-by';
import { dimensionsOf, type DimensionOutcome } from './verdict-data';

interface VerdictProps {
  readonly contract: Contract;
  readonly result: ContractResult;
}

/** Findings of one run: each dimension, and each failure with its reason beside what was promised. */
export function Verdict({ contract, result }: VerdictProps) {
  const { contractExecutionStatus: status, result: text } = result;
  const dimensions = dimensionsOf(result);
  const isHere = dimensions.length > 0;
  return (
    <div className="stack">
      <VerdictHead result={result} />
      {isHere && (
        <div className="cards cards-wide">
          {dimensions.map((one) => (
            <DimensionCard key={one.name} outcome={one} score={scoreOf(one, result)} />
          ))}
        </div>
      )}
      {text && (!isHere || status === 'Aborted') && <p style={{ margin: 0 }}>{text}</p>}
      <Reported result={result} />
      <Failures contract={contract} result={result} />
      {isBroken(status) && <FailingRows contract={contract} result={result} />}
      <Parts result={result} />
      <TypesFound result={result} />
      <Measured result={result} />
      <NotJudged result={result} />
      {isHere && status === 'Success' && dimensions.every(({ failed }) => failed === 0) && (
        <p className="row" style={{ margin: 0 }}>
          <Icon name="check" /> {text ?? 'All checks passed.'}
        </p>
      )}
    </div>
  );
}

function VerdictHead({ result }: { readonly result: ContractResult }) {
  const { contractExecutionStatus: status, timestamp, executionTime, contractVersion, attempts = 1 } = result;
  const facts = [
    executionTime === undefined ? undefined : `took ${duration(executionTime)}`,
    contractVersion && `version ${contractVersion}`,
    attempts > 1 && `${attempts} attempts`,
  ];
  return (
    <p style={{ margin: 0 }} className="row">
      <Status of={status} />
      <span>
        <Time of={timestamp} isBeside />, {absoluteTime(timestamp)}
      </span>
      <span className="dimmed small">
        <StartedBy result={result} />
        {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
      </span>
    </p>
  );
}

/** The score of the quality, where it says more than the counts. */
function scoreOf({ name, passed, total }: DimensionOutcome, { qualityValidation }: ContractResult): number | undefined {
  const { qualityScore } = qualityValidation ?? {};
  if (name !== 'quality' || qualityScore === undefined) return undefined;
  return Math.abs(qualityScore - (passed / total) * 100) < 0.5 ? undefined : qualityScore;
}

interface CardProps {
  readonly outcome: DimensionOutcome;
  readonly score: number | undefined;
}

function DimensionCard({ outcome: { label, passed, failed, total }, score }: CardProps) {
  return (
    <div className="panel">
      <div className="row row-apart row-whole">
        <h2 style={{ margin: 0, fontSize: 15 }}>{label}</h2>
        <Tag {...OUTCOMES[failed > 0 ? 'broken' : 'holds']}>{failed > 0 ? 'Failing' : 'Passing'}</Tag>
      </div>
      <div className="figure" style={{ marginTop: 8 }}>
        {passed}
        <span className="dimmed" style={{ fontSize: 16, fontWeight: 400 }}>
          {' '}
          of {total} pass
        </span>
      </div>
      {score !== undefined && <div className="dimmed small">Score {rounded(score)}</div>}
    </div>
  );
}
