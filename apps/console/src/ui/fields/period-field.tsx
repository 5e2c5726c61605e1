import { TextInput } from '@mantine/core';
import { ChoiceField } from './choice-field';
import { PERIOD_UNITS, type Period } from './period';

interface PeriodFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: Period;
  readonly error?: string | undefined;
  readonly change: (value: Period) => void;
}

/** A period of time: a number and its unit. */
export function PeriodField({ label, description, value, error, change }: PeriodFieldProps) {
  return (
    <div className="row row-whole" style={{ alignItems: 'flex-end' }}>
      <TextInput
        label={label}
        description={description}
        error={error}
        // The message above the box: the unit stays beside the box.
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        style={{ flex: 1 }}
        inputMode={value.unit === 'iso' ? 'text' : 'numeric'}
        value={value.amount}
        onChange={({ currentTarget }) => change({ ...value, amount: currentTarget.value })}
      />
      <ChoiceField
        aria-label={`Unit of: ${label}`}
        w={116}
        choices={PERIOD_UNITS}
        value={value.unit}
        change={(unit) => change({ ...value, unit })}
      />
    </div>
  );
}
