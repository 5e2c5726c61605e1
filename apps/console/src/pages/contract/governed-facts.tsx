import { EntityLink } from '../../ui/link';
import { nameOf } from '../../ui/references';
import { Time } from '../../ui/time';
import { Fact } from '../governance/incident-detail';
import type { EffectivePolicy, Lifecycle } from './governed-query';

const STATES: Readonly<Record<Lifecycle['state'], string>> = {
  draft: 'Not in force yet',
  upcoming: 'Upcoming',
  inForce: 'In force',
  deprecated: 'Deprecated',
  ended: 'Ended',
};

const MODES: Readonly<Record<EffectivePolicy['change']['mode'], string>> = {
  open: 'whoever may edit it changes it',
  reviewed: 'a change needs a review',
  consented: 'a change needs a review, a breaking one the consent of consumers',
};

interface GovernedFactsProps {
  readonly lifecycle: Lifecycle | undefined;
  readonly policy: EffectivePolicy;
}

/** The state of a contract with its dates, its last review, and the policy that holds for it. */
export function GovernedFacts({ lifecycle, policy: { change, incidents } }: GovernedFactsProps) {
  return (
    <dl className="facts">
      {lifecycle && <OfLifecycle of={lifecycle} />}
      <Fact name="Changes">
        {MODES[change.mode]} ({sourceOf(change.source)})
        {change.until !== undefined && (
          <>
            , until <Time of={change.until} isUpcoming />: {change.because}
          </>
        )}
      </Fact>
      <Fact name="Incidents">
        {incidents.open ? 'opened by failing results' : 'opened by hand'} ({sourceOf(incidents.source)})
      </Fact>
    </dl>
  );
}

function OfLifecycle({ of: { state, from, until, successor, review } }: { readonly of: Lifecycle }) {
  const { submittedBy, reviewedBy, comment } = review ?? {};
  return (
    <>
      <Fact name="State">{STATES[state]}</Fact>
      {from !== undefined && (
        <Fact name="From">
          <Time of={from} isUpcoming={state === 'upcoming'} />
        </Fact>
      )}
      {until !== undefined && (
        <Fact name="Until">
          <Time of={until} isUpcoming={state !== 'ended'} />
        </Fact>
      )}
      {successor?.fullyQualifiedName !== undefined && (
        <Fact name="Successor">
          <EntityLink type="dataContract" fqn={successor.fullyQualifiedName}>
            {nameOf(successor)}
          </EntityLink>
        </Fact>
      )}
      {submittedBy !== undefined && <Fact name="Submitted by">{submittedBy}</Fact>}
      {reviewedBy !== undefined && (
        <Fact name="Reviewed by">
          {reviewedBy}
          {comment !== undefined && `: ${comment}`}
        </Fact>
      )}
    </>
  );
}

/** A scope that the reader may not view is named by its type alone. */
const sourceOf = ({ type, fullyQualifiedName }: EffectivePolicy['change']['source']): string => {
  if (type === 'default') return 'no policy says otherwise';
  return type === 'all'
    ? 'policy for all contracts'
    : ['policy of the', type, fullyQualifiedName].filter(Boolean).join(' ');
};
