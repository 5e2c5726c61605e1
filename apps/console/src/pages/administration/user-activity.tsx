import { Button } from '@mantine/core';
import { useState } from 'react';
import { deactivateUser, activateUser, type Person } from '../../api/administration';
import { ActionButton } from '../../ui/buttons/action-button';
import { DecisionDialog } from '../../ui/dialogs/decision-dialog';

interface UserProps {
  readonly user: Pick<Person, 'id' | 'name'>;
}

/** Ends what a user can do, after a question: their logins and tokens end at once. */
export function DeactivateButton({ user: { id, name } }: UserProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" aria-label={`Deactivate ${name}`} onClick={() => setAsked(true)}>
        Deactivate
      </Button>
      {isAsked && (
        <DecisionDialog
          of={{
            title: `Deactivate ${name}?`,
            label: 'Deactivate',
            text: `${name} is signed out everywhere at once and cannot sign in; their tokens are revoked. What they own stays theirs. Activated again, they have their roles and teams, and need new tokens.`,
            comment: 'none',
            act: async () => {
              await deactivateUser(id);
              return { text: `${name} is deactivated.`, undo: () => activateUser(id) };
            },
          }}
          close={() => setAsked(false)}
        />
      )}
    </>
  );
}

/** Lets a deactivated user sign in again. */
export function ActivateButton({ user: { id, name } }: UserProps) {
  return (
    <ActionButton
      size="xs"
      aria-label={`Activate ${name}`}
      act={async () => {
        await activateUser(id);
        return { text: `${name} is active again.`, undo: () => deactivateUser(id) };
      }}
    >
      Activate
    </ActionButton>
  );
}
