import type { ReactNode } from 'react';
import type { ContractIncident, Incident, TestCaseIncident } from './governance-queries';
import { Time } from '../../ui/time';
import { nameOf } from '../../ui/references';

/** Facts of an incident beside its row. */
export function IncidentDetail({ of: one }: { readonly of: Incident }) {
  return one.of === 'contract' ? <OfContract of={one.incident} /> : <OfTestCase of={one.incident} />;
}

function OfContract({ of }: { readonly of: ContractIncident }) {
  const { firstResult, lastResult, failures, goodRuns, snoozedUntil, mutedUntil, testCaseIncidents } = of;
  return (
    <dl className="facts">
      {firstResult?.message && <Fact name="First failing result">{firstResult.message}</Fact>}
      {lastResult && (
        <Fact name="Newest result">
          {lastResult.status}, <Time of={lastResult.timestamp} />
        </Fact>
      )}
      <Fact name="Since then">
        {failures} failing, {goodRuns} good since the newest failing one
      </Fact>
      {snoozedUntil !== undefined && (
        <Fact name="Snoozed">
          until <Time of={snoozedUntil} isUpcoming />
        </Fact>
      )}
      {mutedUntil !== undefined && (
        <Fact name="Muted">
          until <Time of={mutedUntil} isUpcoming />
        </Fact>
      )}
      {testCaseIncidents.length > 0 && (
        <Fact name="Incidents of its tests">
          {testCaseIncidents.map(({ testCase }) => nameOf(testCase)).join(', ')}
        </Fact>
      )}
    </dl>
  );
}

function OfTestCase({
  of: { timestamp, updatedBy, testCaseResolutionStatusDetails: details },
}: {
  readonly of: TestCaseIncident;
}) {
  return (
    <dl className="facts">
      <Fact name="Last changed">
        <Time of={timestamp} />
        {updatedBy && ` by ${nameOf(updatedBy)}`}
      </Fact>
      {details?.testCaseFailureComment && <Fact name="Comment">{details.testCaseFailureComment}</Fact>}
    </dl>
  );
}

/** A name with its value, in a list of facts. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
