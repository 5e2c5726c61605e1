import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { assetQuery, contractOfAssetQuery, type Asset } from '../../api/assets';
import { createContract } from '../../api/contract-yaml';
import type { Contract } from '../../api/contracts';
import { ENTITY_TYPES } from '../../api/entity-types';
import { useMayDo } from '../../api/permissions';
import { columnsOf } from '../../ui/column-type';
import { EntityLink, useTitle } from '../../ui/link';
import { NoEntity } from '../../ui/no-entity';
import { Loaded, Loading, Message } from '../../ui/states';
import { YamlEditor } from '../../ui/yaml-editor';
import { ColumnChoice } from './column-choice';
import { documentOf, draftFor, faultsOfDraft, rulesFor, withOrWithout, type ContractDraft } from './contract-draft';
import { DocumentFaults, Outlook } from './outlook';
import { SpanInput } from './span-input';
import { useOutlook } from './use-outlook';

interface NewContractOfProps {
  readonly type: string;
  readonly fqn: string;
}

/** A contract from the schema of its asset, without writing YAML. */
export function NewContractPage() {
  const { type, fqn } = useSearch({ from: '/inside/new-contract' });
  if (fqn === '' || !ENTITY_TYPES[type]?.promises) {
    const text = 'A contract is about an asset, such as a table. Find one, and choose to write its contract there.';
    return <NoEntity icon="contract" heading="New contract" title="A contract of which asset?" text={text} />;
  }
  return <NewContractOf type={type} fqn={fqn} />;
}

function NewContractOf({ type, fqn }: NewContractOfProps) {
  useTitle('New contract');
  const query = useQuery(assetQuery(type, fqn));
  const existing = useQuery(contractOfAssetQuery(fqn));
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
      {(asset) => (
        <div className="stack">
          <header>
            <div className="dimmed small">
              <EntityLink type={type} fqn={asset.fullyQualifiedName}>
                <span className="fqn">{asset.fullyQualifiedName}</span>
              </EntityLink>
            </div>
            <h1 style={{ margin: 0 }}>New contract</h1>
          </header>
          {existing.isPending ? (
            <Loading what="Looking for a contract" />
          ) : existing.data ? (
            <Existing contract={existing.data} />
          ) : (
            <NewContract key={asset.id} type={type} asset={asset} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function Existing({ contract }: { readonly contract: Contract }) {
  return (
    <div className="panel">
      <Message icon="contract" title="It has a contract already">
        <p>An asset keeps to one contract. Change that one:</p>
        <EntityLink type="dataContract" fqn={contract.fullyQualifiedName ?? ''}>
          {contract.displayName ?? contract.name}
        </EntityLink>
      </Message>
    </div>
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
  const outlook = useOutlook({ type, asset, draft, yaml, isWhole });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => createContract(yaml),
    onSuccess: async ({ fullyQualifiedName: fqn = '' }) => {
      // First: this page would say then that there is a contract.
      await navigate({ to: '/contract', search: { fqn } });
      await queries.invalidateQueries();
    },
  });

  return (
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
        <DocumentFaults error={create.error} />
        <div className="row">
          <Button type="submit" loading={create.isPending} disabled={!isWhole || outlook.errors.length > 0}>
            Create the contract
          </Button>
        </div>
      </form>
      <div className="stack">
        <section className="panel stack" aria-live="polite" aria-label="What the service says of it">
          <Outlook of={outlook} />
        </section>
        <YamlEditor value={yaml} label="The contract in YAML" faults={[]} />
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
