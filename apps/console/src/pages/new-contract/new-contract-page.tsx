import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { AskToWriteContract } from '../../ui/buttons/ask-for-right';
import { BusyButton } from '../../ui/buttons/busy-button';
import { assetQuery, contractOfAssetQuery, type Asset } from '../../api/assets';
import { createContract } from '../../api/contract-yaml';
import type { Contract } from '../../api/contracts';
import { ENTITY_TYPES } from '../../api/entity-types';
import { useMayWriteContractOf } from '../../api/permissions';
import { EntityLink, PageLink, useTitle } from '../../ui/link';
import { AskBeforeLeaving } from '../../ui/dialogs/dialog';
import { NoEntity } from '../../ui/shell/no-entity';
import { namesOf } from '../../ui/references';
import { contractWriters } from '../../ui/rights';
import { Loaded, Loading, Message } from '../../ui/states';
import { YamlEditor } from '../../ui/yaml-editor';
import { COMPLETIONS } from '../contract/contract-completion';
import { detailsOf, faultsOf, placed } from '../contract/contract-yaml';
import { ownFaults } from '../draft/draft-reading';
import { readingOf } from '../draft/draft-text';
import { DraftView, type DraftViewName } from '../draft/draft-view';
import { newDraft } from '../draft/new-draft';
import type { ChosenImport } from '../import/import-dialog';
import { importedDraft } from '../import/imported';
import { DocumentFaults, Missing, Outlook } from './outlook';
import { SAVING, useCreation } from './use-creation';
import { useOutlook } from './use-outlook';
import { SuggestedContract } from '../suggestion/suggested-contract';
import { WhatIfPanel } from '../what-if/what-if-panel';

const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog')).ImportDialog }));
const NewFromOdcs = lazy(async () => ({ default: (await import('../import/new-from-odcs')).NewFromOdcs }));

interface NewContractOfProps {
  readonly type: string;
  readonly fqn: string;
  /** From what is known of the asset, and not by the form. */
  readonly isSuggested: boolean;
}

/** A contract from the schema of its asset, without writing YAML. */
export function NewContractPage() {
  const { type, fqn, from } = useSearch({ from: '/inside/new-contract' });
  if (fqn === '' || !ENTITY_TYPES[type]?.promises) {
    const text = 'A contract is about an asset, such as a table. Find one, and choose to write its contract there.';
    return <NoEntity icon="contract" heading="New contract" title="A contract of which asset?" text={text} />;
  }
  return <NewContractOf type={type} fqn={fqn} isSuggested={from === 'suggestion'} />;
}

function NewContractOf({ type, fqn, isSuggested }: NewContractOfProps) {
  useTitle('New contract');
  const query = useQuery(assetQuery(type, fqn));
  const existing = useQuery(contractOfAssetQuery(fqn));
  const mayWrite = useMayWriteContractOf(type, query.data?.id);
  if (mayWrite === false && query.data) {
    return (
      <Message icon="lock" title="You may not write this contract">
        <p>{contractWriters(namesOf(query.data.owners))}</p>
        <AskToWriteContract type={type} asset={query.data} />
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
            <div className="row row-apart">
              <h1 style={{ margin: 0 }}>New contract</h1>
              <PageLink to="/new-contract" search={{ type, fqn, ...(!isSuggested && { from: 'suggestion' as const }) }}>
                {isSuggested ? 'Write it by the form' : 'Suggest from the data'}
              </PageLink>
            </div>
          </header>
          {existing.isPending || mayWrite === undefined ? (
            <Loading what="Looking for a contract" />
          ) : existing.data ? (
            <Existing contract={existing.data} />
          ) : isSuggested ? (
            <SuggestedContract key={asset.id} type={type} asset={asset} />
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

/** By the form or as YAML; or of a document of the standard, which has a view of its own. */
function NewContract({ type, asset }: NewContractProps) {
  const [imported, setImported] = useState<ChosenImport>();
  const close = () => setImported(undefined);
  return imported?.format === 'odcs' ? (
    <Suspense fallback={<Loading what="Loading the editor" />}>
      <NewFromOdcs type={type} asset={asset} text={imported.text} objectName={imported.objectName} close={close} />
    </Suspense>
  ) : (
    <NewDraft type={type} asset={asset} importOdcs={setImported} />
  );
}

interface NewDraftProps extends NewContractProps {
  readonly importOdcs: (chosen: ChosenImport) => void;
}

function NewDraft({ type, asset, importOdcs }: NewDraftProps) {
  const [begun] = useState(() => newDraft(type, asset));
  const [yaml, setYaml] = useState(begun);
  const [view, setView] = useState<DraftViewName>('form');
  const [isAsked, setAsked] = useState(false);
  const begin = (chosen: ChosenImport) => {
    setAsked(false);
    if (chosen.format === 'odcs') importOdcs(chosen);
    else setYaml(importedDraft(chosen.text, { entity: { type, fullyQualifiedName: asset.fullyQualifiedName } }));
  };
  const own = useMemo(() => {
    const { members, obstacle } = readingOf(yaml);
    return {
      missing: members ? ownFaults(members) : [],
      obstacle: members || view === 'form' ? obstacle : faultsOf(yaml)[0]?.message,
    };
  }, [yaml, view]);
  const missing = [
    ...(own.obstacle === undefined ? [] : [own.obstacle]),
    ...own.missing.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`)),
  ];
  const isWhole = missing.length === 0;
  const outlook = useOutlook({ type, asset, yaml, isWhole });
  const obstacle = obstacleOf(missing, outlook.errors.length);
  const create = useCreation(() => createContract(yaml));
  const faults = [...own.missing, ...(isWhole ? outlook.errors : []), ...detailsOf(create.error)];
  const lineFaults = useMemo(
    () => [...faultsOf(outlook.looked), ...placed(outlook.errors, outlook.looked)],
    [outlook.looked, outlook.errors],
  );

  return (
    <div className="halves">
      {isAsked && (
        <Suspense fallback={null}>
          <ImportDialog asset={asset.name ?? ''} isNew choose={begin} close={() => setAsked(false)} />
        </Suspense>
      )}
      {yaml !== begun && !create.isSuccess && <AskBeforeLeaving what="The contract that you began" />}
      <form
        className="stack"
        aria-label="What the contract promises"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <div className="row row-apart">
          <SegmentedControl
            aria-label="View"
            value={view}
            onChange={(next) => setView(next as DraftViewName)}
            data={[
              { value: 'form', label: 'Form' },
              { value: 'yaml', label: 'YAML' },
              { value: 'odcs', label: 'ODCS' },
            ]}
          />
          <Button variant="default" onClick={() => setAsked(true)}>
            Import
          </Button>
        </div>
        <DraftView
          view={view}
          label="Edit the contract in YAML"
          type={type}
          asset={asset}
          text={yaml}
          change={setYaml}
          faults={faults}
          lineFaults={lineFaults}
          complete={COMPLETIONS.native}
          isNew
        />
        <DocumentFaults error={create.error} />
        <div className="row">
          <BusyButton
            type="submit"
            isBusy={create.isPending}
            disabled={obstacle !== undefined}
            aria-describedby="why-not-created"
          >
            Create the contract
          </BusyButton>
          <span id="why-not-created" className="dimmed small">
            {obstacle}
          </span>
        </div>
      </form>
      <div className="stack">
        <section className="panel stack" aria-live="polite" aria-label="What the service says of it">
          {isWhole ? <Outlook of={outlook} /> : <Missing what={missing} />}
        </section>
        <WhatIfPanel
          yaml={outlook.isChecked && isWhole && !create.isSaving ? outlook.looked : undefined}
          obstacle={
            create.isSaving
              ? SAVING
              : isWhole && outlook.errors.length === 0 && !outlook.error
                ? 'It is worked out while you write.'
                : 'The contract cannot be read as it is: fix it first.'
          }
        />
        {view !== 'yaml' && <YamlEditor value={yaml} label="The contract in YAML" faults={[]} />}
      </div>
    </div>
  );
}

/** Why it cannot be created; undefined where it can. */
function obstacleOf(missing: readonly string[], faults: number): string | undefined {
  if (missing.length > 0) return `${missing.join('. ')}.`;
  return faults > 0 ? 'Fix the faults that are shown beside it first.' : undefined;
}
