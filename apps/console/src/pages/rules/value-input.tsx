import { Autocomplete, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { fqnsQuery, type NamedType } from '../../api/names';
import { tiersQuery } from '../../api/operations/asset-changes';
import { NamesField } from '../../ui/fields/names-field';
import type { ValueShape } from './rule-operators';
import { operatorsOf } from './rule-subjects';
import type { Condition, RuleValue } from './rule-tree';
import { typedValue } from './rule-values';
import { faultOfCondition } from './rule-words';

interface ValueProps {
  readonly condition: Condition;
  readonly change: (value: RuleValue) => void;
}

/** Types of the entities that the values of a field name. */
const NAMED: Readonly<Record<string, readonly NamedType[]>> = {
  owners: ['user', 'team'],
  reviewers: ['user', 'team'],
  domains: ['domain'],
  dataProducts: ['dataProduct'],
  tags: ['tag', 'glossaryTerm'],
};

const LABELS: Readonly<Record<Exclude<ValueShape, 'none'>, string>> = {
  exact: 'Text',
  text: 'Text',
  number: 'Number',
  count: 'Number',
  days: 'Days',
  tier: 'Tier',
  list: 'Values',
  items: 'Values',
};

/** The value of a condition, by a field that fits what is asked. */
export function ValueInput({ condition, change }: ValueProps) {
  const { field, operator, value = '' } = condition;
  const shape = operatorsOf(field)[operator]?.shape ?? 'none';
  if (shape === 'none') return null;
  const error = faultOfCondition(condition);
  const label = LABELS[shape];
  const style = { flex: '2 1 190px' };
  if (Array.isArray(value)) {
    const types = NAMED[field];
    const list = { label, error, value: value as readonly string[], change };
    return <div style={style}>{types ? <NamesField {...list} types={types} /> : <TextsField {...list} />}</div>;
  }
  const text = String(value as string | number);
  const write = (typed: string) => {
    const next = typedValue(shape, typed);
    if (next !== undefined) change(next);
  };
  const shared = { label, error, style, value: text };
  if (shape === 'tier') return <TierField {...shared} onChange={write} />;
  if (operator === 'tagged' || operator === 'notTagged') return <TagField {...shared} onChange={write} />;
  return (
    <TextInput
      {...shared}
      description={MISSING_IS[operator]}
      inputMode={shape === 'number' || shape === 'count' || shape === 'days' ? 'decimal' : 'text'}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}

/** How a comparison takes what the asset lacks. */
const MISSING_IS: Readonly<Record<string, string>> = {
  numberLeast: 'Counts as 0 where it is missing',
  numberMost: 'Counts as 0 where it is missing',
  numberAbove: 'Counts as 0 where it is missing',
  numberBelow: 'Counts as 0 where it is missing',
};

interface TextsProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly value: readonly string[];
  readonly change: (value: readonly string[]) => void;
}

function TextsField({ value, change, ...field }: TextsProps) {
  return <TagsInput {...field} description="Enter after each" value={[...value]} onChange={change} splitChars={[]} />;
}

interface SingleProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly style: object;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name of a tier below its classification. */
function TierField(field: SingleProps) {
  const { data: tiers = [] } = useQuery(tiersQuery);
  return (
    <Autocomplete
      {...field}
      comboboxProps={{ withinPortal: false }}
      data={[...new Set(tiers.map(({ name }) => name))]}
    />
  );
}

const PAUSE_MS = 200;

function TagField({ value, ...field }: SingleProps) {
  const [asked] = useDebouncedValue(value, PAUSE_MS);
  const { data: tags = [] } = useQuery(fqnsQuery(['tag'], asked));
  return <Autocomplete {...field} value={value} comboboxProps={{ withinPortal: false }} data={[...tags]} />;
}
