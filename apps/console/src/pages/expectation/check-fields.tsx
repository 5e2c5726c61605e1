import { Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import type { TestDefinition } from '../../api/operations/checks';
import { inWords } from '../../ui/changes/value-words';
import { CHECKS, type CheckedColumn, type Entered, type Parameter } from './check-draft';

interface CheckFieldsProps {
  readonly columns: readonly CheckedColumn[];
  readonly column: CheckedColumn | undefined;
  readonly chooseColumn: (path: string | null) => void;
  /** Those that the type of the column allows. */
  readonly definitions: readonly TestDefinition[];
  readonly definition: TestDefinition | undefined;
  readonly chooseDefinition: (name: string | null) => void;
  readonly entered: Entered;
  readonly enter: (entered: Entered) => void;
  readonly faults: Readonly<Record<string, string>>;
}

/** A column, the check of it, and the parameters of that. */
export function CheckFields(props: CheckFieldsProps) {
  const { columns, column, chooseColumn, definitions, definition, chooseDefinition } = props;
  const { entered, enter, faults } = props;
  return (
    <>
      <Select
        label="Column"
        comboboxProps={{ withinPortal: false }}
        searchable
        required
        data={columns.map(({ path }) => path)}
        value={column?.path ?? null}
        onChange={chooseColumn}
        {...(column && { description: `Its type is ${column.dataType}` })}
      />
      <Select
        label="Check"
        comboboxProps={{ withinPortal: false }}
        required
        disabled={column === undefined}
        data={definitions.map(({ name }) => ({ value: name, label: CHECKS[name] ?? name }))}
        value={definition?.name ?? null}
        onChange={chooseDefinition}
        {...(column && definitions.length === 0 && { error: 'No check is for columns of this type.' })}
      />
      {definition && <ParameterFields of={definition} {...{ entered, enter, faults }} />}
    </>
  );
}

interface ParameterFieldsProps extends Pick<CheckFieldsProps, 'entered' | 'enter' | 'faults'> {
  readonly of: TestDefinition;
}

/** The parameters of a check, a field each. */
export function ParameterFields({ of: { parameterDefinition = [] }, entered, enter, faults }: ParameterFieldsProps) {
  return parameterDefinition.map((parameter) => (
    <ParameterField
      key={parameter.name}
      of={parameter}
      value={entered[parameter.name ?? '']}
      fault={faults[parameter.name ?? '']}
      change={(value) => enter({ ...entered, [parameter.name ?? '']: value })}
    />
  ));
}

/** Bounds of statistics are called after these in the API: people read the bound alone. */
const labelOf = (name: string): string => {
  const bound = /^(min|max)(?:Value)?(?:For\w+)?$/.exec(name)?.[1];
  const text = bound === 'min' ? 'at least' : bound === 'max' ? 'at most' : inWords(name);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

interface ParameterFieldProps {
  readonly of: Parameter;
  readonly value: Entered[string] | undefined;
  readonly fault: string | undefined;
  readonly change: (value: Entered[string]) => void;
}

function ParameterField({
  of: { name = '', dataType, description, required },
  value,
  fault,
  change,
}: ParameterFieldProps) {
  const shared = { label: labelOf(name), description, ...(fault !== undefined && { error: fault }) };
  if (dataType === 'BOOLEAN') {
    return (
      <Checkbox
        label={description ?? labelOf(name)}
        checked={value === true}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
    );
  }
  if (dataType === 'ARRAY') {
    return (
      <TagsInput
        {...shared}
        comboboxProps={{ withinPortal: false }}
        required={required === true}
        value={Array.isArray(value) ? [...(value as readonly string[])] : []}
        onChange={change}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      required={required === true}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
