import { Checkbox, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword } from '../../api/administration';
import { FormDialog } from '../dialogs/form-dialog';
import { FieldRefusal } from '../states';

interface PasswordDialogProps {
  /** Whose; absent: one's own, for which the old one is asked. */
  readonly user?: string | undefined;
  readonly close: () => void;
}

const EMPTY = { old: '', next: '', again: '', revokeTokens: false };

/** A new password. Other logins end with the old one; personal tokens only where that is chosen. */
export function PasswordDialog({ user, close }: PasswordDialogProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const { old, next, again, revokeTokens } = draft;
  const set = (change: Partial<typeof EMPTY>) => setDraft((now) => ({ ...now, ...change }));
  const save = useMutation({
    mutationFn: () => {
      const whose = user === undefined ? { oldPassword: old } : { username: user };
      return changePassword({ ...whose, newPassword: next, confirmPassword: again, revokeTokens });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['administration'] });
      close();
    },
  });
  const isUnequal = again !== '' && again !== next;
  return (
    <FormDialog
      title={user === undefined ? 'Change your password' : `New password of ${user}`}
      label="Set the password"
      save={save}
      disabled={next === '' || next !== again || (user === undefined && old === '')}
      isChanged={draft !== EMPTY}
      close={close}
    >
      {user === undefined && (
        <PasswordInput
          label="Old password"
          autoComplete="current-password"
          required
          data-autofocus
          value={old}
          onChange={({ currentTarget }) => set({ old: currentTarget.value })}
        />
      )}
      <PasswordInput
        label="New password"
        description="8 to 128 characters"
        autoComplete="new-password"
        required
        value={next}
        onChange={({ currentTarget }) => set({ next: currentTarget.value })}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        required
        error={isUnequal && 'It differs'}
        aria-invalid={isUnequal}
        value={again}
        onChange={({ currentTarget }) => set({ again: currentTarget.value })}
      />
      <Checkbox
        label={user === undefined ? 'Revoke my tokens as well' : 'Revoke the tokens of this user as well'}
        description="Scripts that use them need new ones. Other logins end in any case."
        checked={revokeTokens}
        onChange={({ currentTarget }) => set({ revokeTokens: currentTarget.checked })}
      />
      <FieldRefusal error={save.error} />
    </FormDialog>
  );
}
