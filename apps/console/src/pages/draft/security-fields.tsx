import { Button, Select, TagsInput, TextInput } from '@mantine/core';
import { DraftText } from './detail-fields';
import {
  addFilter,
  addPolicy,
  policiesOf,
  removeFilter,
  removePolicy,
  writeAccess,
  writeFilterColumn,
  writeFilterValues,
  writeIdentities,
  type AccessPolicy,
} from './draft-access';
import { faultAt } from './draft-reading';
import type { FormState } from './draft-text';

interface SecurityProps {
  readonly state: FormState;
  readonly columns: readonly string[];
}

/** How the data is classified, and who may read what of it: for people, nothing enforces it. */
export function SecurityFields({ state, columns }: SecurityProps) {
  return (
    <fieldset className="panel stack">
      <legend>Security</legend>
      <DraftText state={state} path={['security', 'dataClassification']} label="Classification of the data" />
      {policiesOf(state.members).map((policy) => (
        <Policy key={policy.at} state={state} policy={policy} columns={columns} />
      ))}
      <Button variant="default" w="max-content" onClick={() => state.edit(addPolicy)}>
        Add a policy
      </Button>
    </fieldset>
  );
}

function Policy({ state, policy, columns }: SecurityProps & { readonly policy: AccessPolicy }) {
  const { edit, faults, members } = state;
  const { at, access, identities, filters } = policy;
  return (
    <div className="stack" role="group" aria-label={`Policy ${at + 1}`} style={{ gap: 8 }}>
      <TextInput
        label="Access"
        placeholder="read for analysts"
        value={access}
        error={faultAt(faults, `security.policies[${at}]`)}
        onChange={({ currentTarget }) => edit(writeAccess(at, currentTarget.value))}
      />
      <TagsInput
        label="Who"
        description="Users, groups or roles: Enter adds one"
        value={[...identities]}
        onChange={(next) => edit(writeIdentities(at, next))}
      />
      {filters.map((filter, place) => (
        <div key={place} className="row" role="group" aria-label={`Row filter ${place + 1}`}>
          <Select
            label="Rows by column"
            searchable
            data={[...new Set([...columns, ...(filter.column === '' ? [] : [filter.column])])]}
            value={filter.column || null}
            onChange={(column) => edit(writeFilterColumn(at, place, column ?? ''))}
          />
          <TagsInput
            label="With one of the values"
            value={[...filter.values]}
            onChange={(values) => edit(writeFilterValues(members, at, place, values))}
          />
          <Button variant="subtle" onClick={() => edit(removeFilter(at, place))}>
            Remove row filter {place + 1}
          </Button>
        </div>
      ))}
      <div className="row">
        {columns.length > 0 && (
          <Button variant="default" onClick={() => edit(addFilter(at))}>
            Only some rows
          </Button>
        )}
        <Button variant="subtle" onClick={() => edit(removePolicy(at))}>
          Remove policy {at + 1}
        </Button>
      </div>
    </div>
  );
}
