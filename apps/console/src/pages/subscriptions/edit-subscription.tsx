import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSubscription, type Subscription } from '../../api/notifications';
import { ApiError } from '../../api/service/api-error';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { FieldRefusal, Notice } from '../../ui/states';
import { toasts } from '../../ui/toasts/toasts';
import { chosenEvents, draftOf, isSameDestination, patchOf, type SubscriptionDraft } from './subscription-draft';
import { DestinationFields, EventFields } from './subscription-fields';

interface EditProps {
  readonly of: Subscription;
  readonly close: () => void;
}

/** Changes a subscription; filters, digest and mute stay, and so do secrets that are not entered anew. */
export function EditSubscription({ of, close }: EditProps) {
  const queries = useQueryClient();
  const [begun] = useState(() => draftOf(of));
  const [draft, setDraft] = useState(begun);
  const patch = patchOf(begun, draft);
  const save = useMutation({
    mutationFn: () => changeSubscription(of.id, patch),
    onSuccess: async () => {
      close();
      // What a destination was is not known here: its secrets are masked.
      const undo = isSameDestination(begun, draft)
        ? () => changeSubscription(of.id, patchOf({ ...draft, name: draft.name.trim() }, begun))
        : undefined;
      toasts.add(`${draft.name.trim()} is changed.`, undo);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['administration', 'notifications'] }),
        queries.invalidateQueries({ queryKey: ['inbox'] }),
      ]);
    },
  });
  const set = (change: Partial<SubscriptionDraft>) => setDraft((now) => ({ ...now, ...change }));
  const isOutdated = save.error instanceof ApiError && save.error.isConflict;
  return (
    <FormDialog
      size="lg"
      title={`Edit the subscription ${of.name}`}
      label="Save"
      save={save}
      disabled={patch.length === 0 || chosenEvents(draft).length === 0}
      isChanged={patch.length > 0}
      close={close}
    >
      <DestinationFields draft={draft} set={set} nameLabel="Name" isStored />
      <EventFields draft={draft} set={set} />
      {isOutdated && (
        <Notice tone="part" icon="warning">
          <p>It was changed meanwhile, or another one of yours has this name. Close this and open it again.</p>
        </Notice>
      )}
      {!isOutdated && <FieldRefusal error={save.error} />}
    </FormDialog>
  );
}
