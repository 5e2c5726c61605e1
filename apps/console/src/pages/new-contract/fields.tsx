import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import type { Asset } from '../../api/assets';
import { columnsOf } from '../../ui/text/column-type';
import { ColumnChoice } from './column-choice';
import { LEVEL_NAMES, LEVELS, rulesFor, withOrWithout, type ContractDraft, type faultsOfDraft } from './contract-draft';
import { OwnRules } from './own-rules';
import { QualityChoice } from './quality-choice';
import { SecurityFields } from './security-fields';
import { SpanInput } from './span-input';

interface FieldsProps {
  readonly type: string;
  readonly asset: Asset;
  readonly draft: ContractDraft;
  readonly faults: ReturnType<typeof faultsOfDraft>;
  readonly set: (change: Partial<ContractDraft>) => void;
}

/** Promises of the contract, part by part. */
export function Fields({ type, asset, draft, faults, set }: FieldsProps) {
  const columns = columnsOf(asset);
  const names = columns.map(({ name }) => name ?? '');
  return (
    <>
      <section className="panel stack">
        <TextInput
          label="Name"
          required
          value={draft.name}
          error={faults.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="Markdown"
          autosize
          minRows={2}
          value={draft.description}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <Select
          label="Status"
          w={200}
          allowDeselect={false}
          data={['Active', 'Draft']}
          value={draft.isActive ? 'Active' : 'Draft'}
          onChange={(next) => set({ isActive: next === 'Active' })}
        />
      </section>
      {columns.length > 0 && (
        <ColumnChoice
          columns={columns}
          chosen={draft.columns}
          choose={(chosen) => set({ columns: chosen })}
          forbidsOthers={draft.forbidsOthers}
          forbidOthers={(forbidsOthers) => set({ forbidsOthers })}
        />
      )}
      <fieldset className="panel stack">
        <legend>Rules</legend>
        {rulesFor(type).map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={draft.rules.has(name)}
            onChange={({ currentTarget }) => set({ rules: withOrWithout(draft.rules, name, currentTarget.checked) })}
          />
        ))}
      </fieldset>
      <OwnRules rules={draft.ownRules} change={(ownRules) => set({ ownRules })} />
      {type === 'table' && <QualityChoice table={asset} chosen={draft.tests} choose={(tests) => set({ tests })} />}
      <ServiceLevels draft={draft} faults={faults} set={set} columns={names} />
      <SecurityFields draft={draft} set={set} columns={names} />
      <section className="panel">
        <Textarea
          label="Terms of use"
          description="Markdown"
          autosize
          minRows={2}
          value={draft.terms}
          onChange={({ currentTarget }) => set({ terms: currentTarget.value })}
        />
      </section>
    </>
  );
}

type LevelsProps = Pick<FieldsProps, 'draft' | 'faults' | 'set'> & { readonly columns: readonly string[] };

function ServiceLevels({ draft, faults, set, columns }: LevelsProps) {
  return (
    <fieldset className="panel stack">
      <legend>Service levels</legend>
      {LEVEL_NAMES.map((level) => (
        <SpanInput
          key={level}
          label={LEVELS[level]}
          value={draft[level]}
          error={faults[level]}
          change={(span) => set({ [level]: span })}
        />
      ))}
      {columns.length > 0 && (
        <Select
          label="Column that tells how fresh the data is"
          clearable
          searchable
          data={[...columns]}
          value={draft.freshness || null}
          onChange={(freshness) => set({ freshness: freshness ?? '' })}
        />
      )}
    </fieldset>
  );
}
