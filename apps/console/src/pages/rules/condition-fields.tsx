import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { customPropertiesQuery } from '../../api/operations/asset-changes';
import { ChoiceField } from '../../ui/fields/choice-field';
import { fieldsOf, operatorsOf, propertyField, subjectOf } from './rule-subjects';
import type { Condition } from './rule-tree';
import { carriedValue } from './rule-values';
import { ValueInput } from './value-input';

interface ConditionProps {
  /** The type of the asset. */
  readonly type: string;
  readonly condition: Condition;
  /** Its number among the parts of the groups above, such as `2.1`. */
  readonly place: string;
  readonly change: (condition: Condition) => void;
  readonly remove: () => void;
}

/** A condition: a field of the asset, what is asked of it, and the value where that takes one. */
export function ConditionFields({ type, condition, place, change, remove }: ConditionProps) {
  const { field, operator } = condition;
  const operators = operatorsOf(field);
  const texts = Object.entries(operators).map(([value, { text }]) => ({ value, label: text.replace('{value}', '…') }));
  return (
    <div className="row" role="group" aria-label={`Condition ${place}`} style={{ alignItems: 'flex-start' }}>
      <Select
        aria-label="Field"
        searchable
        allowDeselect={false}
        style={{ flex: '1 1 150px' }}
        comboboxProps={{ withinPortal: false }}
        data={useFields(type, field)}
        value={field}
        onChange={(next) => next !== null && change(withField(condition, next))}
      />
      <div style={{ flex: '1 1 170px' }}>
        <ChoiceField
          aria-label="What is asked of it"
          choices={texts}
          value={operator}
          change={(next) => change(withOperator(field, next, condition))}
        />
      </div>
      <ValueInput condition={condition} change={(value) => change({ field, operator, value })} />
      <Button variant="subtle" onClick={remove}>
        Remove
        <span className="visually-hidden"> condition {place}</span>
      </Button>
    </div>
  );
}

/** The fields of the type, its custom properties, and the one that is chosen where it is none of them. */
function useFields(type: string, chosen: string) {
  const { data: properties = [] } = useQuery(customPropertiesQuery(type));
  const fields = new Set([...fieldsOf(type), ...properties.map(({ name }) => propertyField(name)), chosen]);
  return [...fields].map((field) => ({ value: field, label: subjectOf(field)?.label ?? field }));
}

/** The condition on another field, with the same question where that has it, else its first one. */
function withField({ operator, value, field: before }: Condition, field: string): Condition {
  const operators = operatorsOf(field);
  const isSameKind = subjectOf(field)?.kind === subjectOf(before)?.kind;
  const kept = operators[operator] ? operator : Object.keys(operators)[0]!;
  return withOperator(
    field,
    kept,
    isSameKind && value !== undefined ? { field, operator, value } : { field, operator },
  );
}

function withOperator(field: string, operator: string, { value: before }: Condition): Condition {
  const value = carriedValue(operatorsOf(field)[operator]?.shape ?? 'none', before);
  return value === undefined ? { field, operator } : { field, operator, value };
}
