import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { UNITS, type Span, type Unit } from './spans';

interface SpanProps {
  readonly label: string;
  /** Absent: it is written in a way that the fields cannot show. */
  readonly value: Span | undefined;
  readonly error: string | undefined;
  readonly change: (value: Span) => void;
}

/** A number and its unit; empty where nothing is promised. */
export function SpanInput({ label, value, error, change }: SpanProps) {
  // Without a number nothing is written, and the unit that was chosen waits for it here.
  const [chosen, choose] = useState<Unit>();
  const amount = value?.amount ?? '';
  const unit = (amount === '' ? chosen : undefined) ?? value?.unit ?? 'day';
  return (
    <div className="row" style={{ alignItems: 'flex-start' }}>
      <TextInput
        label={label}
        inputMode="numeric"
        placeholder={value ? 'not promised' : 'written in YAML'}
        disabled={!value}
        value={amount}
        error={error}
        onChange={({ currentTarget }) => {
          choose(unit);
          change({ unit, amount: currentTarget.value.trim() });
        }}
      />
      <Select
        label="Unit"
        aria-label={`Unit of: ${label}`}
        allowDeselect={false}
        disabled={!value}
        data={UNITS.map((one) => ({ value: one, label: `${one}s` }))}
        value={unit}
        onChange={(next) => {
          choose(next as Unit);
          if (amount !== '') change({ amount, unit: next as Unit });
        }}
      />
    </div>
  );
}
