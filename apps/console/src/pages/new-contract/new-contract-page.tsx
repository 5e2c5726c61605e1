import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { ApiError } from '../../api/api-error';
import { assetQuery, type Asset } from '../../api/assets';
import { checkContract, createContract } from '../../api/contracts';
import { useMayDo } from '../../api/permissions';
import { columnsOf } from '../../ui/column-type';
import { EntityLink } from '../../ui/link';
import { Loaded, Message, Notice, Refusal } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { YamlEditor } from '../../ui/yaml-editor';
import { ColumnChoice } from './column-choice';
import { documentOf, draftFor, faultsOfDraft, rulesFor, withOrWithout, type ContractDraft } from './contract-draft';
import { SpanInput } from './span-input';

/** A pause in typing after which the service is asked about the document. */
const PAUSE_MS = 500;

/** A contract from the schema of its asset, without writing YAML. */
export function NewContractPage() {
  useTitle('New contract');
  const { type, fqn } = useSearch({ from: '/inside/new-contract' });
  const query = useQuery(assetQuery(type, fqn));
  const mayCreate = useMayDo('dataContract', 'Create');
  if (!mayCreate && query.data) {
    return (
      <Message icon="lock" title="You may not write contracts">
        <p>It takes the right to create data contracts; an administrator gives it by a role.</p>
      </Message>
    );
  }
  return (
    <Loaded query={query} what="Loading the asset">
      {(asset) => <NewContract key={asset.id} type={type} asset={asset} />}
    </Loaded>
  );
}

interface NewContractProps {
  readonly type: string;
  readonly asset: Asset;
}

function NewContract({ type, asset }: NewContractProps) {
  const [draft, setDraft] = useState(() => draftFor(asset));
  const set = (change: Partial<ContractDraft>) => setDraft((now) => ({ ...now, ...change }));
  const faults = faultsOfDraft(draft);
  const isWhole = Object.keys(faults).length === 0;
  const yaml = useMemo(() => stringify(documentOf(type, asset, draft), { lineWidth: 0 }), [type, asset, draft]);
  const [looked] = useDebouncedValue(yaml, PAUSE_MS);
  const check = useQuery({
    queryKey: ['checked', looked],
    queryFn: () => checkContract(looked),
    enabled: isWhole,
    retry: false,
  });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => createContract(yaml),
    onSuccess: async ({ fullyQualifiedName: fqn = '' }) => {
      await queries.invalidateQueries();
      await navigate({ to: '/contract', search: { fqn } });
    },
  });
  const errors = check.data?.errors ?? [];

  return (
    <div className="stack">
      <header>
        <div className="dimmed small">
          <EntityLink type={type} fqn={asset.fullyQualifiedName}>
            <span className="fqn">{asset.fullyQualifiedName}</span>
          </EntityLink>
        </div>
        <h1 style={{ margin: 0 }}>New contract</h1>
      </header>
      <div className="halves">
        <form
          className="stack"
          aria-label="What the contract promises"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <Fields type={type} asset={asset} draft={draft} faults={faults} set={set} />
          <div className="row">
            <Button type="submit" loading={create.isPending} disabled={!isWhole || errors.length > 0}>
              Create the contract
            </Button>
          </div>
        </form>
        <div className="stack">
          <section className="panel stack" aria-live="polite" aria-label="What the service says of it">
            <Verdict errors={errors} refusal={create.error ?? check.error} isChecked={check.data?.valid === true} />
          </section>
          <YamlEditor value={yaml} label="The contract in YAML" faults={[]} />
        </div>
      </div>
    </div>
  );
}

interface FieldsProps extends NewContractProps {
  readonly draft: ContractDraft;
  readonly faults: ReturnType<typeof faultsOfDraft>;
  readonly set: (change: Partial<ContractDraft>) => void;
}

function Fields({ type, asset, draft, faults, set }: FieldsProps) {
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
        <Checkbox
          label="In force at once"
          description="Otherwise it is a draft"
          checked={draft.isActive}
          onChange={({ currentTarget }) => set({ isActive: currentTarget.checked })}
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
      <fieldset className="panel stack">
        <legend>Service levels</legend>
        <SpanInput
          label="Refreshed every"
          value={draft.refresh}
          error={faults.refresh}
          change={(refresh) => set({ refresh })}
        />
        <SpanInput
          label="Late by at most"
          value={draft.latency}
          error={faults.latency}
          change={(latency) => set({ latency })}
        />
        <SpanInput
          label="Kept for"
          value={draft.retention}
          error={faults.retention}
          change={(retention) => set({ retention })}
        />
        {names.length > 0 && (
          <Select
            label="Column that tells how fresh the data is"
            clearable
            searchable
            data={names}
            value={draft.freshness || null}
            onChange={(freshness) => set({ freshness: freshness ?? '' })}
          />
        )}
      </fieldset>
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

interface VerdictProps {
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  readonly refusal: unknown;
  readonly isChecked: boolean;
}

function Verdict({ errors, refusal, isChecked }: VerdictProps) {
  const told = refusal instanceof ApiError && refusal.details.length > 0 ? refusal.details : errors;
  if (told.length > 0) {
    return (
      <Notice tone="bad" icon="warning">
        <ul style={{ margin: 0, paddingLeft: 20 }}>
          {told.map(({ field, message }, at) => (
            <li key={at}>
              <span className="mono">{field}</span> {message}
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  if (refusal instanceof Error) {
    return <Refusal error={refusal} />;
  }
  return (
    <p className="dimmed" style={{ margin: 0 }}>
      {isChecked ? 'The asset fits this contract as it is.' : 'It is checked while you write.'}
    </p>
  );
}
