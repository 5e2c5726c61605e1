import { EntityLink } from '../../ui/link';
import { nameOf } from '../../ui/references';
import { Time } from '../../ui/time';
import { Fact } from '../../ui/fact';
import type { Lifecycle } from './governed-query';

const STATES: Readonly<Record<Lifecycle['state'], string>> = {
  draft: 'Not in force yet',
  upcoming: 'Upcoming',
  inForce: 'In force',
  deprecated: 'Deprecated',
  ended: 'Ended',
};

/** The state of a contract with its dates and its last review. */
export function GovernedFacts({ of: { state, from, until, successor, review } }: { readonly of: Lifecycle }) {
  const { submittedBy, reviewedBy, comment } = review ?? {};
  return (
    <dl className="facts">
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
    </dl>
  );
}
