import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OdcsImport } from '../../api/contract-yaml';
import { whatIfQuery, type WhatIf } from '../../api/governance/what-if';
import { placeInWords } from '../../ui/changes/value-words';
import { Fact } from '../../ui/fact';
import { Icon } from '../../ui/icon';
import { nameOf } from '../../ui/references';
import { FieldRefusal, Notice } from '../../ui/states';
import { budgetText } from '../../ui/text/percent';
import { Time } from '../../ui/time';
import { PolicySource } from '../policies/policy-source';
import { changeText } from '../policies/policy-words';
import { Breaking } from './breaking';
import { DayStrip } from './day-strip';
import {
  daysText,
  failedPromises,
  outcomeText,
  promisesText,
  uncomputedPromises,
  unknownText,
  type Subject,
} from './what-if-words';

interface WhatIfPanelProps {
  /** Id of the contract; absent: it is not there yet. */
  readonly contract?: string | undefined;
  /** The document, once typing has paused; absent: nothing can be said of it. */
  readonly yaml: string | undefined;
  /** How an ODCS document is imported. */
  readonly how?: OdcsImport | undefined;
  /** Why nothing is said where there is no document. */
  readonly obstacle: string;
}

/** Shows what a save would come to, while the document is written. */
export function WhatIfPanel({ contract, yaml, how, obstacle }: WhatIfPanelProps) {
  const query = useQuery(whatIfQuery(contract, yaml, how));
  const { data, error, isFetching } = query;
  return (
    <section className="panel stack" aria-label="What happens if I save this" aria-busy={isFetching}>
      <h2 style={{ margin: 0, fontSize: 16 }}>What happens if I save this</h2>
      {yaml === undefined ? (
        <p className="dimmed" style={{ margin: 0 }}>
          {obstacle}
        </p>
      ) : error ? (
        <>
          <FieldRefusal error={error} />
          <div>
            <Button variant="default" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </div>
        </>
      ) : data ? (
        <Answer of={data} subject={contract === undefined ? 'creation' : 'change'} isOld={query.isPlaceholderData} />
      ) : (
        <p className="dimmed" style={{ margin: 0 }}>
          Working it out …
        </p>
      )}
    </section>
  );
}

interface AnswerProps {
  readonly of: WhatIf;
  readonly subject: Subject;
  /** It is about the text of before. */
  readonly isOld: boolean;
}

function Answer({ of: { check, now, days, policy, approvers, deadline, budget }, subject, isOld }: AnswerProps) {
  const isRefused = policy.outcome === 'refused';
  return (
    <>
      <Notice tone={isRefused ? 'part' : 'busy'} icon={isRefused ? 'warning' : 'info'}>
        <p>
          {isOld ? 'Working it out anew: below is what was said of the text before.' : outcomeText(policy, subject)}
        </p>
      </Notice>
      <dl className="facts">
        <Fact name="Policy">
          {changeText(policy)}, from <PolicySource of={policy.source} />
          {policy.until !== undefined && (
            <>
              , until <Time of={policy.until} isUpcoming />
            </>
          )}
        </Fact>
        <Fact name="Who has to agree">
          {approvers.length === 0 ? <NoApprover of={policy} /> : <bdi>{approvers.map(nameOf).join(', ')}</bdi>}
        </Fact>
        {deadline !== null && (
          <Fact name="Consumers decide until">
            <Time of={deadline} isUpcoming />
          </Fact>
        )}
        {budget.map((objective) => (
          <Fact key={objective.name} name={`Budget left of ${objective.name}`}>
            {budgetText(objective.budget)}
          </Fact>
        ))}
      </dl>
      <Breaking of={check} />
      <Promises now={now} />
      {days.length > 0 && (
        <div className="stack" style={{ gap: 6 }}>
          <p style={{ margin: 0 }}>{daysText(days)}</p>
          <DayStrip days={days} />
        </div>
      )}
    </>
  );
}

/** Shown where nobody is asked, or nobody whom the reader may see. */
function NoApprover({ of: { outcome } }: { readonly of: WhatIf['policy'] }) {
  const isAsked = outcome === 'review' || outcome === 'proposal';
  return isAsked ? 'Somebody with the right to review contracts' : 'Nobody';
}

function Promises({ now }: { readonly now: WhatIf['now'] }) {
  const unknown = unknownText(now);
  const failed = failedPromises(now);
  const uncomputed = uncomputedPromises(now);
  return (
    <div className="stack" style={{ gap: 6 }}>
      <p style={{ margin: 0 }}>{promisesText(now)}</p>
      {failed.length > 0 && (
        <ul
          className="stack"
          aria-label="Promises that fail now"
          style={{ gap: 4, listStyle: 'none', margin: 0, padding: 0 }}
        >
          {failed.map((promise) => (
            <li key={promise} className="row row-whole" style={{ alignItems: 'flex-start' }}>
              <span style={{ color: 'var(--bad)' }}>
                <Icon name="cross" size={14} />
              </span>
              <span className="fqn">{placeInWords(promise)}</span>
            </li>
          ))}
        </ul>
      )}
      {uncomputed.length > 0 && (
        <p className="dimmed small fqn" style={{ margin: 0 }}>
          Not computed yet: {uncomputed.map(placeInWords).join(', ')}. The first validation computes what it can.
        </p>
      )}
      {unknown !== '' && (
        <p className="dimmed small fqn" style={{ margin: 0 }}>
          {unknown}
        </p>
      )}
    </div>
  );
}
