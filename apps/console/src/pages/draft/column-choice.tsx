import { Checkbox, NativeSelect } from '@mantine/core';
import { columnType } from '../../ui/text/column-type';
import { Table } from '../../ui/tables/table';
import { CONSTRAINTS, constrain, promise, promiseAll, type Constraint, type DraftColumn } from './draft-columns';
import { faultAt, forbidOthers, forbidsOthers } from './draft-reading';
import type { FormState } from './draft-text';

interface ChoiceProps {
  readonly state: FormState;
  readonly columns: readonly DraftColumn[];
}

const CHOICES = (Object.keys(CONSTRAINTS) as Constraint[]).map((value) => ({ value, label: CONSTRAINTS[value].label }));

/** The columns of the asset that readers may rely on, each with those below it, and what each value keeps to. */
export function ColumnChoice({ state: { members, faults, edit, isRead }, columns }: ChoiceProps) {
  const promised = columns.filter(({ at }) => at !== undefined);
  const areAll = promised.length === columns.length;
  const fault = faultAt(faults, 'schema');
  return (
    <fieldset className="panel stack">
      <legend>Columns</legend>
      <Checkbox
        label="All columns"
        checked={areAll}
        indeterminate={!areAll && promised.length > 0}
        error={fault}
        onChange={({ currentTarget }) => edit(promiseAll(columns, currentTarget.checked))}
      />
      {isRead ? (
        <ColumnTable columns={columns} edit={edit} isRead />
      ) : (
        <div
          className="table-scroll"
          style={{ maxHeight: 360 }}
          tabIndex={0}
          role="region"
          aria-label="Columns to choose from"
        >
          <ColumnTable columns={columns} edit={edit} isRead={false} />
        </div>
      )}
      <Checkbox
        label="No additional columns"
        description="A column that is not promised breaks the contract"
        checked={forbidsOthers(members)}
        onChange={({ currentTarget }) => edit(forbidOthers(currentTarget.checked))}
      />
    </fieldset>
  );
}

interface ColumnTableProps extends Pick<FormState, 'edit' | 'isRead'> {
  readonly columns: readonly DraftColumn[];
}

/** Rows that are read are cards in a narrow window: nothing in a disabled form could be scrolled by keys. */
function ColumnTable({ columns, edit, isRead }: ColumnTableProps) {
  return (
    <Table
      hasCards={isRead}
      head={['Include', 'Type', 'Constraint']}
      rows={columns.map((column) => [
        <Checkbox
          key="include"
          label={<span className="mono">{column.name}</span>}
          description={column.ofAsset ? undefined : 'The asset has no such column'}
          checked={column.at !== undefined}
          onChange={({ currentTarget }) => edit(promise(columns, column, currentTarget.checked))}
        />,
        <span key="type" className="mono">
          {columnType(column.shown)}
        </span>,
        column.at === undefined || isRead ? (
          <span key="constraint" className="dimmed small">
            {CONSTRAINTS[column.constraint].label}
          </span>
        ) : (
          <ConstraintField key="constraint" column={column} at={column.at} change={edit} />
        ),
      ])}
      keyOf={(at) => columns[at]?.name ?? String(at)}
    />
  );
}

interface ConstraintProps {
  readonly column: DraftColumn;
  readonly at: number;
  readonly change: FormState['edit'];
}

function ConstraintField({ column, at, change }: ConstraintProps) {
  return (
    <NativeSelect
      aria-label={`Constraint of ${column.name}`}
      data={CHOICES}
      value={column.constraint}
      onChange={({ currentTarget }) => change(constrain(at, currentTarget.value as Constraint))}
    />
  );
}
