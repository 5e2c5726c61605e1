import { Select } from '@mantine/core';
import { Notice } from '../../ui/states';
import { columnsOf } from '../../ui/text/column-type';
import { ColumnChoice } from './column-choice';
import { DetailFields, DraftText } from './detail-fields';
import { draftColumns } from './draft-columns';
import { faultAt, plainText, termsPath, unshownOf, writeText } from './draft-reading';
import { memberAt, type FormState } from './draft-text';
import { QualityChoice } from './quality-choice';
import { RuleFields } from '../rules/rule-fields';
import { SecurityFields } from './security-fields';
import { SpanInput } from './span-input';
import { LEVEL_NAMES, LEVELS, spanOf, statedName, writeSpan } from './spans';

interface ContractFormProps {
  readonly state: FormState;
  /** Whether the contract is not there yet: then it is named, and comes into force or stays a draft. */
  readonly isNew?: boolean;
}

/** A contract by form, part by part. Changes are written into its document: what has no field stays as it is. */
export function ContractForm({ state, isNew = false }: ContractFormProps) {
  const { type, asset, members, isRead } = state;
  const columns = draftColumns(members, asset ? columnsOf(asset) : []);
  const names = columns.map(({ name }) => name);
  const unshown = unshownOf(members);
  return (
    <fieldset className="plain-fieldset stack" disabled={isRead} aria-label="Parts of the contract">
      {unshown.length > 0 && (
        <Notice tone="busy" icon="info">
          <p>
            Written in YAML, and kept as it is: <span className="fqn">{unshown.join(', ')}</span>.
          </p>
        </Notice>
      )}
      <DetailFields state={state} isNew={isNew} />
      {columns.length > 0 && <ColumnChoice state={state} columns={columns} />}
      <RuleFields state={state} columns={names} />
      {type === 'table' && asset && <QualityChoice state={state} table={asset} />}
      <ServiceLevels state={state} columns={names} />
      <SecurityFields state={state} columns={names} />
      <section className="panel">
        <DraftText state={state} path={termsPath(members)} label="Terms of use" isLong />
      </section>
    </fieldset>
  );
}

function ServiceLevels({ state, columns }: { readonly state: FormState; readonly columns: readonly string[] }) {
  const { members, faults, edit } = state;
  const freshness = plainText(memberAt(members, ['sla', 'columnName'])) ?? '';
  const known = freshness === '' || columns.includes(freshness) ? columns : [...columns, freshness];
  return (
    <fieldset className="panel stack">
      <legend>Service levels</legend>
      {LEVEL_NAMES.map((level) => (
        <SpanInput
          key={level}
          label={LEVELS[level].label}
          value={spanOf(members, level)}
          error={faultAt(faults, `sla.${level}`) ?? faultAt(faults, `sla.${statedName(members, level)}`)}
          change={(span) => edit(writeSpan(members, level, span))}
        />
      ))}
      {known.length > 0 && (
        <Select
          label="Column that tells how fresh the data is"
          clearable
          searchable
          data={[...known]}
          value={freshness || null}
          error={faultAt(faults, 'sla.columnName')}
          onChange={(next) => edit(writeText(['sla', 'columnName'], next ?? ''))}
        />
      )}
    </fieldset>
  );
}
