import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core';
import { DESTINATIONS, type DestinationType, type EventType } from '../../api/notifications';
import { EVENT_TYPES, LIFE_TYPES } from '../administration/notice-words';
import type { SubscriptionDraft } from './subscription-draft';

const LABELS: Readonly<Record<DestinationType, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'E-mail',
  openlineage: 'OpenLineage',
};

function Choices({ of }: { readonly of: Readonly<Record<string, string>> }) {
  return (
    <div className="row" style={{ marginTop: 8, gap: '8px 20px' }}>
      {Object.entries(of).map(([value, label]) => (
        <Checkbox key={value} value={value} label={label} />
      ))}
    </div>
  );
}

interface FieldsProps {
  readonly draft: SubscriptionDraft;
  readonly set: (change: Partial<SubscriptionDraft>) => void;
  readonly nameLabel: string;
  /** Whether a destination is stored, whose secrets stay where nothing else is entered. */
  readonly isStored?: boolean;
}

/** Name, channel and address of a subscription, in a row. */
export function DestinationFields({ draft: { name, type, address, key }, set, nameLabel, isStored }: FieldsProps) {
  return (
    <>
      <TextInput
        label={nameLabel}
        required
        value={name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Select
        label="Channel"
        w={170}
        allowDeselect={false}
        data={DESTINATIONS.map((value) => ({ value, label: LABELS[value] }))}
        value={type}
        onChange={(value) => set({ type: (value ?? 'webhook') as DestinationType })}
      />
      <TextInput
        label={type === 'email' ? 'Addresses' : 'URL'}
        description={isStored && type !== 'email' ? 'Secrets in it are masked. Left as it is, it stays' : undefined}
        required
        style={{ flex: 1, minWidth: 240 }}
        value={address}
        onChange={({ currentTarget }) => set({ address: currentTarget.value })}
      />
      {type === 'openlineage' && (
        <PasswordInput
          label="Key (optional)"
          description={isStored ? 'Left empty, it stays' : undefined}
          w={170}
          autoComplete="off"
          value={key}
          onChange={({ currentTarget }) => set({ key: currentTarget.value })}
        />
      )}
    </>
  );
}

/** The events that are sent. */
export function EventFields({ draft: { type, eventTypes }, set }: Pick<FieldsProps, 'draft' | 'set'>) {
  if (type === 'openlineage') {
    return (
      <p className="dimmed small">Sends a RunEvent for each result of a contract, with its verdicts as assertions.</p>
    );
  }
  return (
    <Checkbox.Group
      label="Events"
      value={[...eventTypes]}
      onChange={(next) => set({ eventTypes: next as EventType[] })}
    >
      <Choices of={EVENT_TYPES} />
      <details style={{ marginTop: 8 }}>
        <summary className="dimmed small">Reviews, changes, incidents, budgets and ends</summary>
        <Choices of={LIFE_TYPES} />
      </details>
    </Checkbox.Group>
  );
}
