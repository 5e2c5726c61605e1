import { Checkbox } from '@mantine/core';
import { columnType, type Column } from '../../ui/text/column-type';
import { Table } from '../../ui/tables/table';
import { withOrWithout } from './contract-draft';

interface ChoiceProps {
  readonly columns: readonly Column[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
  readonly forbidsOthers: boolean;
  readonly forbidOthers: (forbids: boolean) => void;
}

/** The columns of the asset that readers may rely on, each with those below it. */
export function ColumnChoice({ columns, chosen, choose, forbidsOthers, forbidOthers }: ChoiceProps) {
  const names = columns.map(({ name }) => name ?? '');
  const areAll = names.every((name) => chosen.has(name));
  return (
    <fieldset className="panel stack">
      <legend>Columns</legend>
      <Checkbox
        label="All columns"
        checked={areAll}
        indeterminate={!areAll && chosen.size > 0}
        onChange={({ currentTarget }) => choose(new Set(currentTarget.checked ? names : []))}
      />
      <div
        className="table-scroll"
        style={{ maxHeight: 360 }}
        tabIndex={0}
        role="region"
        aria-label="Columns to choose from"
      >
        <Table
          head={['Include', 'Type', 'Constraint']}
          rows={columns.map((column) => [
            <Checkbox
              key="include"
              label={<span className="mono">{column.name}</span>}
              checked={chosen.has(column.name ?? '')}
              onChange={({ currentTarget }) => choose(withOrWithout(chosen, column.name ?? '', currentTarget.checked))}
            />,
            <span key="type" className="mono">
              {columnType(column)}
            </span>,
            <span key="constraint" className="small">
              {column.constraint?.replaceAll('_', ' ').toLowerCase()}
            </span>,
          ])}
          keyOf={(at) => columns[at]?.name ?? String(at)}
        />
      </div>
      <Checkbox
        label="No additional columns"
        description="A column that is not promised breaks the contract"
        checked={forbidsOthers}
        onChange={({ currentTarget }) => forbidOthers(currentTarget.checked)}
      />
    </fieldset>
  );
}
