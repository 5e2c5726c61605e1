import { Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownUserQuery } from '../api/followers';
import { filterOf, ownSubscriptionsQuery } from '../api/inbox';
import { createSubscription, deleteSubscription, type EventType, type NewSubscription } from '../api/notifications';
import { EVENT_TYPES } from '../pages/administration/notice-words';
import { FormDialog } from './dialogs/form-dialog';
import { ChoiceField } from './fields/choice-field';
import { FieldRefusal } from './states';
import { freeName } from './text/free-name';
import { toasts } from './toasts/toasts';

const CHANNELS = { email: 'E-mail', slack: 'Slack', teams: 'Microsoft Teams', webhook: 'Webhook' } as const;
type Channel = keyof typeof CHANNELS;

/** Names of subscriptions have at most so many characters. */
const MOST_CHARACTERS = 128;

interface DialogProps {
  readonly type: string;
  readonly fqn: string;
  readonly name: string;
  readonly close: () => void;
}

/** A subscription to one contract, or to the contracts of one asset or domain: where messages go, and which. */
export function SubscribeDialog({ type, fqn, name, close }: DialogProps) {
  const queries = useQueryClient();
  const own = useQuery(ownUserQuery()).data?.email ?? '';
  const [channel, setChannel] = useState<Channel>('email');
  const [address, setAddress] = useState<string>();
  const [eventTypes, setEventTypes] = useState<string[]>(Object.keys(EVENT_TYPES));
  const [title, setTitle] = useState<string>();
  const { data: subscriptions } = useQuery(ownSubscriptionsQuery());
  // Names are unique among the subscriptions of one user.
  const taken = new Set(subscriptions?.map((one) => one.name));
  const shownTitle = title ?? freeName(`Alerts of ${name}`, taken, MOST_CHARACTERS);
  const to = (address ?? (channel === 'email' ? own : '')).trim();
  const list = filterOf(type) ?? 'assets';
  const save = useMutation({
    mutationFn: () =>
      createSubscription({
        name: shownTitle.trim(),
        enabled: true,
        digestMinutes: 0,
        eventTypes: eventTypes as EventType[],
        filter: { [list]: [fqn] },
        destination: channel === 'email' ? { type: channel, recipients: [to] } : { type: channel, url: to },
      } as NewSubscription),
    onSuccess: async ({ id }) => {
      close();
      toasts.add(`Subscribed to ${name}.`, () => deleteSubscription(id));
      await queries.invalidateQueries({ queryKey: ['inbox'] });
    },
  });
  return (
    <FormDialog
      title={`Subscribe to ${name}`}
      label="Subscribe"
      save={save}
      disabled={to === '' || shownTitle.trim() === '' || !subscriptions || eventTypes.length === 0}
      isChanged={address !== undefined}
      close={close}
    >
      <TextInput
        label="Name of the subscription"
        required
        maxLength={MOST_CHARACTERS}
        value={shownTitle}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <ChoiceField
        label="Channel"
        choices={CHANNELS}
        value={channel}
        change={(next) => {
          setChannel(next);
          setAddress(undefined);
        }}
      />
      <TextInput
        label={channel === 'email' ? 'Address' : 'URL'}
        required
        value={address ?? (channel === 'email' ? own : '')}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <Checkbox.Group label="Events" value={eventTypes} onChange={setEventTypes}>
        <div className="stack" style={{ gap: 8, marginTop: 8 }}>
          {Object.entries(EVENT_TYPES).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <FieldRefusal error={save.error} />
    </FormDialog>
  );
}
