import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { setTestCaseStatus, type TestCaseIncident } from '../../api/governance/incidents';
import { useOwnParties } from '../../api/governance/own-ids';
import { useMayDoTo } from '../../api/permissions';
import { DecisionDialog, type Decision } from '../../ui/dialogs/decision-dialog';
import { nameOf } from '../../ui/references';
import { FAILURE_REASONS } from './incident-words';

const LABELS = { Ack: 'Acknowledge', Assigned: 'Assign to me', Resolved: 'Resolve' } as const;
type Status = keyof typeof LABELS;
type Reason = keyof typeof FAILURE_REASONS;

/** The actions on the incident of a test case that the signed-in user may take; nothing where there are none. */
export function TestCaseActions({ incident }: { readonly incident: TestCaseIncident }) {
  const {
    testCaseReference,
    testCaseResolutionStatusType: status,
    testCaseResolutionStatusDetails: details,
  } = incident;
  const former = status === 'Assigned' ? details?.assignee?.id : undefined;
  const own = useOwnParties();
  const mayAct = useMayDoTo('testCase', testCaseReference.id, 'EditTests');
  const [asked, setAsked] = useState<Status>();
  const [reason, setReason] = useState<Reason>('Other');
  if (!mayAct || status === 'Resolved') return null;
  const isOffered: Readonly<Record<Status, boolean>> = {
    Ack: status === 'New',
    Assigned: own.id !== undefined && details?.assignee?.id !== own.id,
    Resolved: true,
  };
  const decision: Decision | undefined = asked && {
    title: `${LABELS[asked]}: incident of ${nameOf(testCaseReference)}`,
    label: LABELS[asked],
    text:
      asked === 'Resolved'
        ? 'It is not opened again: a further failing result opens a new one.'
        : 'Others see that somebody looks at it.',
    comment: asked === 'Resolved' ? 'required' : 'none',
    ...(asked === 'Resolved' && { commentLabel: 'What was done' }),
    act: async (comment) => {
      await setTestCaseStatus({
        testCaseResolutionStatusType: asked,
        testCaseReference: testCaseReference.fullyQualifiedName ?? testCaseReference.id,
        ...(asked === 'Assigned' &&
          own.id !== undefined && {
            testCaseResolutionStatusDetails: { assignee: { id: own.id, type: 'user' } },
          }),
        ...(asked === 'Resolved' && {
          testCaseResolutionStatusDetails: {
            testCaseFailureReason: reason,
            ...(comment !== undefined && { testCaseFailureComment: comment }),
          },
        }),
      });
      return { Ack: 'Acknowledged.', Assigned: 'Assigned to you.', Resolved: 'Resolved.' }[asked];
    },
    ...(asked === 'Assigned' && former && { undo: () => setTestCaseStatus(assignedTo(incident, former)) }),
  };
  return (
    <div className="row">
      {(Object.keys(LABELS) as Status[])
        .filter((one) => isOffered[one])
        .map((one) => (
          <Button key={one} size="compact-md" variant="default" onClick={() => setAsked(one)}>
            {LABELS[one]}
          </Button>
        ))}
      {decision && (
        <DecisionDialog of={decision} close={() => setAsked(undefined)}>
          {asked === 'Resolved' && (
            <Select
              label="Why it failed"
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={Object.entries(FAILURE_REASONS).map(([value, label]) => ({ value, label }))}
              value={reason}
              onChange={(value) => value !== null && setReason(value as Reason)}
            />
          )}
        </DecisionDialog>
      )}
    </div>
  );
}

/** The status that gives an incident to somebody, as it is sent. */
const assignedTo = ({ testCaseReference: { id, fullyQualifiedName } }: TestCaseIncident, assignee: string) => ({
  testCaseResolutionStatusType: 'Assigned' as const,
  testCaseReference: fullyQualifiedName ?? id,
  testCaseResolutionStatusDetails: { assignee: { id: assignee, type: 'user' as const } },
});
