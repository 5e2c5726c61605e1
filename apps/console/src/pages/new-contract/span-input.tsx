import { Select, TextInput } from '@mantine/core';
import { UNITS, type Span, type Unit } from './contract-draft';

interface SpanProps {
  readonly label: string;
  readonly value: Span;
  readonly error: string | undefined;
  readonly change: (value: Span) => void;
}

/** A number and its unit; empty where nothing is promised. */
export function SpanInput({ label, value, error, change }: SpanProps) {
  return (
    <div className="row" style={{ alignItems: 'flex-start' }}>
      <TextInput
        label={label}
        inputMode="numeric"
        placeholder="not promised"
        value={value.amount}
        error={error}
        onChange={({ currentTarget }) => change({ ...value, amount: currentTarget.value.trim() })}
      />
      <Select
        label="Unit"
        aria-label={`Unit of: ${label}`}
        allowDeselect={false}
        data={UNITS.map((unit) => ({ value: unit, label: `${unit}s` }))}
        value={value.unit}
        onChange={(unit) => change({ ...value, unit: (unit ?? value.unit) as Unit })}
      />
    </div>
  );
}
