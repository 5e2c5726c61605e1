import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { BusyButton } from '../../ui/buttons/busy-button';
import { createSubscription, DESTINATIONS, type DestinationType, type EventType } from '../../api/notifications';
import { AskBeforeLeaving } from '../../ui/dialogs/dialog';
import { Notice, Refusal } from '../../ui/states';
import { EVENT_TYPES, LIFE_TYPES, RUN_EVENTS } from './notice-words';

const LABELS: Readonly<Record<DestinationType, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'E-mail',
  openlineage: 'OpenLineage',
};

/** Set later, by the API. */
const DEFAULTS = { enabled: true, digestMinutes: 0 };

function Choices({ of }: { readonly of: Readonly<Record<string, string>> }) {
  return (
    <div className="row" style={{ marginTop: 8, gap: '8px 20px' }}>
      {Object.entries(of).map(([value, label]) => (
        <Checkbox key={value} value={value} label={label} />
      ))}
    </div>
  );
}

/** A new subscription to all contracts that one may view; filters, digest and mute are set by the API. */
export function NewSubscriptionForm({ made }: { readonly made: () => void }) {
  const [name, setName] = useState('');
  const [type, setType] = useState<DestinationType>('webhook');
  const [address, setAddress] = useState('');
  const [eventTypes, setEventTypes] = useState(Object.keys(EVENT_TYPES) as EventType[]);
  const [key, setKey] = useState('');
  const isLineage = type === 'openlineage';
  const destination =
    type === 'email'
      ? { type, recipients: address.split(/[\s,;]+/).filter(Boolean) }
      : { type, url: address.trim(), ...(isLineage && key.trim() !== '' && { secret: key.trim() }) };
  const chosen = isLineage ? RUN_EVENTS : eventTypes;
  const create = useMutation({
    mutationFn: () => createSubscription({ ...DEFAULTS, name: name.trim(), eventTypes: chosen, destination }),
    onSuccess: made,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="panel stack" aria-label="New subscription" onSubmit={submit}>
      {!create.isPending && !create.isSuccess && (name + address).trim() !== '' && (
        <AskBeforeLeaving what="The subscription that you began" />
      )}
      <div className="row" style={{ alignItems: 'flex-end' }}>
        <TextInput
          label="Name of a new subscription"
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          label="Channel"
          w={170}
          allowDeselect={false}
          data={DESTINATIONS.map((value) => ({ value, label: LABELS[value] }))}
          value={type}
          onChange={(value) => setType((value ?? 'webhook') as DestinationType)}
        />
        <TextInput
          label={type === 'email' ? 'Addresses' : 'URL'}
          required
          style={{ flex: 1, minWidth: 240 }}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        {isLineage && (
          <PasswordInput
            label="Key (optional)"
            w={170}
            autoComplete="off"
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
        )}
        <BusyButton type="submit" isBusy={create.isPending} disabled={chosen.length === 0}>
          Subscribe
        </BusyButton>
      </div>
      {isLineage ? (
        <p className="dimmed small">Sends a RunEvent for each result of a contract, with its verdicts as assertions.</p>
      ) : (
        <Checkbox.Group label="Events" value={eventTypes} onChange={(next) => setEventTypes(next as EventType[])}>
          <Choices of={EVENT_TYPES} />
          <details style={{ marginTop: 8 }}>
            <summary className="dimmed small">Reviews, changes, incidents, budgets and ends</summary>
            <Choices of={LIFE_TYPES} />
          </details>
        </Checkbox.Group>
      )}
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
