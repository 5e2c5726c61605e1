import { Autocomplete, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { fqnsQuery } from '../api/names';

/** A user or a team by its FQN. */
export interface Party {
  readonly type: 'user' | 'team';
  readonly fullyQualifiedName: string;
}

interface PartyFieldProps {
  readonly label: string;
  readonly value: Party;
  readonly change: (value: Party) => void;
}

const PAUSE_MS = 200;

/** A field for a user or a team, found by the beginning of its name. */
export function PartyField({ label, value: { type, fullyQualifiedName: fqn }, change }: PartyFieldProps) {
  const [text] = useDebouncedValue(fqn, PAUSE_MS);
  const { data: names = [] } = useQuery(fqnsQuery([type], text));
  return (
    <div className="row" style={{ alignItems: 'flex-end' }}>
      <SegmentedControl
        aria-label={`Kind of: ${label}`}
        value={type}
        onChange={(next) => change({ type: next as Party['type'], fullyQualifiedName: '' })}
        data={[
          { value: 'user', label: 'Person' },
          { value: 'team', label: 'Team' },
        ]}
      />
      <Autocomplete
        label={label}
        required
        style={{ flex: '1 1 200px' }}
        value={fqn}
        data={[...names]}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => change({ type, fullyQualifiedName: next })}
      />
    </div>
  );
}
