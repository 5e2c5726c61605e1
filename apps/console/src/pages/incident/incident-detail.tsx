import { useQuery } from '@tanstack/react-query';
import {
  incidentHistoryQuery,
  type ContractIncident,
  type Incident,
  type TestCaseIncident,
} from '../../api/governance/incidents';
import { Fact } from '../../ui/fact';
import { EntityLink } from '../../ui/link';
import { nameOf } from '../../ui/references';
import { lookOf } from '../../ui/status';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { absoluteTime, Moment, Time } from '../../ui/time';
import { IncidentActions } from './incident-actions';
import { EVENTS, RESOLUTIONS } from './incident-words';
import { TestCaseActions } from './test-case-actions';

/** The actions on an incident, its facts and its history, below its row. */
export function IncidentDetail({ of: one }: { readonly of: Incident }) {
  return (
    <div className="stack" style={{ gap: 12 }}>
      {one.of === 'contract' ? (
        <>
          <IncidentActions incident={one.incident} />
          <OfContract of={one.incident} />
          <EventTable id={one.incident.id} />
        </>
      ) : (
        <>
          <TestCaseActions incident={one.incident} />
          <OfTestCase of={one.incident} />
        </>
      )}
    </div>
  );
}

function OfContract({ of }: { readonly of: ContractIncident }) {
  const { firstResult, lastResult, failures, goodRuns, snoozedUntil, mutedUntil, testCaseIncidents } = of;
  const { candidate, unknownSince, openedAt } = of;
  return (
    <dl className="facts">
      <Fact name="Opened">{absoluteTime(openedAt)}</Fact>
      {firstResult?.message && <Fact name="First failing result">{firstResult.message}</Fact>}
      {lastResult && (
        <Fact name="Newest result">
          {lookOf(lastResult.status).label}, {absoluteTime(lastResult.timestamp)}
        </Fact>
      )}
      <Fact name="Since then">
        {failures} failing, {goodRuns} good since the newest failing one
      </Fact>
      {unknownSince !== undefined && (
        <Fact name="Not judged">
          since <Time of={unknownSince} />: every run was aborted
        </Fact>
      )}
      {candidate && (
        <Fact name="Perhaps renamed to">
          <EntityLink type={candidate.type} fqn={candidate.fullyQualifiedName ?? ''}>
            {candidate.fullyQualifiedName}
          </EntityLink>
        </Fact>
      )}
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

/** The events of an incident, each with its day and hour. */
function EventTable({ id }: { readonly id: string }) {
  const { data = [] } = useQuery(incidentHistoryQuery(id));
  if (data.length === 0) return null;
  return (
    <TableScroll>
      <Table
        label="History of the incident"
        head={['When', 'What', 'By', 'Comment']}
        rows={data.map(({ at, action, by, assignee, until, resolution, comment, reason }) => [
          <Moment of={at} />,
          <>
            {EVENTS[action]}
            {assignee && (
              <>
                {' '}
                to <bdi>{nameOf(assignee)}</bdi>
              </>
            )}
            {until !== undefined && ` until ${absoluteTime(until)}`}
            {resolution !== undefined && `: ${RESOLUTIONS[resolution].toLowerCase()}`}
          </>,
          by ? <bdi>{nameOf(by)}</bdi> : '',
          comment ?? reason ?? '',
        ])}
      />
    </TableScroll>
  );
}
