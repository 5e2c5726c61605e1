import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { BusyButton } from '../../ui/buttons/busy-button';
import { createSubscription } from '../../api/notifications';
import { AskBeforeLeaving } from '../../ui/dialogs/dialog';
import { Notice, Refusal } from '../../ui/states';
import { chosenEvents, destinationOf, NEW_DRAFT, type SubscriptionDraft } from '../subscriptions/subscription-draft';
import { DestinationFields, EventFields } from '../subscriptions/subscription-fields';

/** Set later, by the API. */
const DEFAULTS = { enabled: true, digestMinutes: 0 };

/** A new subscription to all contracts that one may view; filters, digest and mute are set by the API. */
export function NewSubscriptionForm({ made }: { readonly made: () => void }) {
  const [draft, setDraft] = useState(NEW_DRAFT);
  const set = (change: Partial<SubscriptionDraft>) => setDraft((now) => ({ ...now, ...change }));
  const eventTypes = chosenEvents(draft);
  const create = useMutation({
    mutationFn: () =>
      createSubscription({ ...DEFAULTS, name: draft.name.trim(), eventTypes, destination: destinationOf(draft) }),
    onSuccess: made,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="panel stack" aria-label="New subscription" onSubmit={submit}>
      {!create.isPending && !create.isSuccess && (draft.name + draft.address).trim() !== '' && (
        <AskBeforeLeaving what="The subscription that you began" />
      )}
      <div className="row" style={{ alignItems: 'flex-end' }}>
        <DestinationFields draft={draft} set={set} nameLabel="Name of a new subscription" />
        <BusyButton type="submit" isBusy={create.isPending} disabled={eventTypes.length === 0}>
          Subscribe
        </BusyButton>
      </div>
      <EventFields draft={draft} set={set} />
      <Refusal error={create.error} />
      {create.data?.secret && (
        <Notice tone="ok" icon="info">
          <p>Messages are signed with this secret. Copy it now: it is not shown again.</p>
          <p className="mono fqn">{create.data.secret}</p>
        </Notice>
      )}
    </form>
  );
}
