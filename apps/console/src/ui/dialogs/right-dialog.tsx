import { Select } from '@mantine/core';
import { useState } from 'react';
import {
  LONGEST_REASON,
  sendRequest,
  withdrawRequest,
  type LackedRights,
} from '../../api/governance/permission-requests';
import { rightOnInWords } from '../rights';
import { DecisionDialog, type Decision } from './decision-dialog';

interface RightDialogProps extends LackedRights {
  readonly reason?: string | undefined;
  readonly close: () => void;
}

/** Asks those who decide on rights for one of these. */
export function RightDialog({ type, id, name, operations, reason, close }: RightDialogProps) {
  // What is asked for leaves the operations of the page while the dialog is still there.
  const [choices] = useState(operations);
  const [chosen, setChosen] = useState(0);
  const operation = choices[chosen]!;
  const words = rightOnInWords(operation, name);
  const decision: Decision = {
    title: `Ask for a right on ${name}`,
    label: 'Send the request',
    text: 'It waits for those who can edit roles and policies, for 30 days. They change what the right follows from, or refuse with a reason. Your inbox shows what comes of it.',
    comment: 'required',
    commentLabel: 'Reason',
    longestComment: LONGEST_REASON,
    ...(reason !== undefined && { commentStart: reason }),
    act: async (sent = '') => {
      const request = await sendRequest({ type, id, operation }, sent);
      return { text: `You asked for the right to ${words}.`, undo: () => withdrawRequest(request.id) };
    },
  };
  return (
    <DecisionDialog of={decision} close={close}>
      {choices.length === 1 ? (
        <p style={{ margin: 0 }}>
          The right to <bdi>{words}</bdi> <span className="dimmed small">({operation})</span>
        </p>
      ) : (
        <Select
          label="Right"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={choices.map((one, at) => ({ value: String(at), label: rightOnInWords(one, name) }))}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
    </DecisionDialog>
  );
}
