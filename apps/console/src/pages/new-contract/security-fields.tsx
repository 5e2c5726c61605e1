import { Button, Select, TagsInput, TextInput } from '@mantine/core';
import { faultsOfPolicy, withAt, type AccessPolicy, type ContractDraft, type RowFilter } from './contract-draft';

interface SecurityProps {
  readonly draft: ContractDraft;
  readonly set: (change: Partial<ContractDraft>) => void;
  readonly columns: readonly string[];
}

const NEW_POLICY: AccessPolicy = { access: '', identities: [], filters: [] };
const NEW_FILTER: RowFilter = { column: '', values: [] };

/** How the data is classified, and who may read what of it: for people, nothing enforces it. */
export function SecurityFields({ draft: { classification, policies }, set, columns }: SecurityProps) {
  return (
    <fieldset className="panel stack">
      <legend>Security</legend>
      <TextInput
        label="Classification of the data"
        placeholder="Confidential"
        value={classification}
        onChange={({ currentTarget }) => set({ classification: currentTarget.value })}
      />
      {policies.map((policy, at) => (
        <Policy
          key={at}
          at={at}
          policy={policy}
          columns={columns}
          change={(next) => set({ policies: withAt(policies, at, next) })}
        />
      ))}
      <Button variant="default" w="max-content" onClick={() => set({ policies: [...policies, NEW_POLICY] })}>
        Add a policy
      </Button>
    </fieldset>
  );
}

interface PolicyProps {
  readonly at: number;
  readonly policy: AccessPolicy;
  readonly columns: readonly string[];
  /** Without a policy it goes. */
  readonly change: (policy?: AccessPolicy) => void;
}

function Policy({ at, policy, columns, change }: PolicyProps) {
  const set = (part: Partial<AccessPolicy>) => change({ ...policy, ...part });
  const { access, identities, filters } = policy;
  return (
    <div className="stack" role="group" aria-label={`Policy ${at + 1}`} style={{ gap: 8 }}>
      <TextInput
        label="Access"
        placeholder="read for analysts"
        value={access}
        error={faultsOfPolicy(policy).access}
        onChange={({ currentTarget }) => set({ access: currentTarget.value })}
      />
      <TagsInput
        label="Who"
        description="Users, groups or roles: Enter adds one"
        value={[...identities]}
        onChange={(next) => set({ identities: next })}
      />
      {filters.map((filter, place) => (
        <div key={place} className="row" role="group" aria-label={`Row filter ${place + 1}`}>
          <Select
            label="Rows by column"
            searchable
            data={[...columns]}
            value={filter.column || null}
            onChange={(column) => set({ filters: withAt(filters, place, { ...filter, column: column ?? '' }) })}
          />
          <TagsInput
            label="With one of the values"
            value={[...filter.values]}
            onChange={(values) => set({ filters: withAt(filters, place, { ...filter, values }) })}
          />
          <Button variant="subtle" onClick={() => set({ filters: withAt(filters, place) })}>
            Remove row filter {place + 1}
          </Button>
        </div>
      ))}
      <div className="row">
        {columns.length > 0 && (
          <Button variant="default" onClick={() => set({ filters: [...filters, NEW_FILTER] })}>
            Only some rows
          </Button>
        )}
        <Button variant="subtle" onClick={() => change()}>
          Remove policy {at + 1}
        </Button>
      </div>
    </div>
  );
}
