import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { BusyButton } from '../../ui/buttons/busy-button';
import { ApiError, type FieldMessage } from '../../api/service/api-error';
import type { TaggedText } from '../../api/service/client';
import { assetQuery } from '../../api/assets';
import { proposedChanges, storeContract, yamlQuery } from '../../api/contract-yaml';
import type { Contract } from '../../api/contracts';
import type { YamlFormat } from '../../search-parameters';
import { ChangeList } from '../../ui/changes/change-list';
import { useAskedClose } from '../../ui/dialogs/dialog';
import { Loading, Refusal } from '../../ui/states';
import { toasts } from '../../ui/toasts/toasts';
import type { LineFault } from '../../ui/yaml-editor';
import { ownFaults } from '../draft/draft-reading';
import { readingOf } from '../draft/draft-text';
import { useFirstRun } from '../contract-run/use-run';
import { DraftView, type DraftViewName } from '../draft/draft-view';
import type { ChosenImport } from '../import/import-dialog';
import { ImportNotes } from '../import/import-notes';
import { importedDraft, mergedDraft, type ImportHow } from '../import/imported';
import { COMPLETIONS } from './contract-completion';
import { detailsOf, editableYaml, faultsOf, placed } from './contract-yaml';
import { WhatIfPanel } from '../what-if/what-if-panel';
import { WriteRefusal } from './write-states';

interface EditorProps {
  readonly contract: Contract;
  readonly format: YamlFormat;
  readonly view: DraftViewName;
  readonly opened: TaggedText;
  /** A document to begin with in the place of the one that was opened. */
  readonly imported?: ChosenImport | undefined;
  /** Whether something is changed that is not saved. */
  readonly markChanged: (isChanged: boolean) => void;
  readonly close: () => void;
}

/** A pause in typing after which the document is looked at. */
const PAUSE_MS = 500;
/** One and the same: a new list would be marked in the editor anew. */
const NO_ERRORS: readonly FieldMessage[] = [];

/** The contract as it is written, by form or as text: its faults at their places, and what it would break, before it is saved. */
export function ContractEditor({ contract, format, view, opened, imported, markChanged, close }: EditorProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const firstRun = useFirstRun();
  // As it was opened: a concurrent save must not become the base of this edit.
  const [{ begun, etag: openedTag }] = useState(() => ({
    begun: format === 'native' ? editableYaml(opened.text) : opened.text,
    etag: opened.etag,
  }));
  const [etag, setTag] = useState(openedTag);
  const [text, setText] = useState(() => (imported ? importedText(contract, begun, imported) : begun));
  const how = useMemo(() => (format === 'odcs' && imported ? howOf(imported) : undefined), [format, imported]);
  const [looked] = useDebouncedValue(text, PAUSE_MS);
  const ofForm = useMemo(() => (view === 'form' ? formFaults(looked) : []), [view, looked]);
  const own = useMemo(() => [...faultsOf(looked), ...placed(ofForm, looked)], [ofForm, looked]);
  const asset = useQuery({
    ...assetQuery(contract.entity?.type ?? 'table', contract.entity?.fullyQualifiedName ?? ''),
    enabled: view === 'form',
    retry: false,
  });
  useEffect(() => markChanged(text !== begun), [markChanged, text, begun]);
  const proposed = useQuery({
    queryKey: ['proposed', contract.id, format, looked, how],
    queryFn: () => proposedChanges(contract, format, looked, how),
    enabled: own.length === 0 && looked !== begun,
    retry: false,
  });
  const save = useMutation({
    mutationFn: () => storeContract(contract, format, text, etag, how),
    onSuccess: async (written) => {
      // First: there is nothing to lose any more.
      close();
      if (written.kind === 'proposed') {
        const { id, contract: of } = written.proposal;
        await navigate({ to: '/proposal', search: { contract: of.id, id }, ignoreBlocker: true });
        toasts.add('Your change is stored as a proposal. The contract stays as it is until it is approved.');
      } else {
        toasts.add(`Saved as version ${written.contract.version}.`);
        await firstRun({ ...written.contract, latestResult: contract.latestResult });
      }
      await queries.invalidateQueries();
    },
    // A proposal that stands in the way, or a newer version, is shown.
    onError: () => queries.invalidateQueries({ queryKey: ['contract', contract.id] }),
  });
  const refused = save.error ?? proposed.error;
  const { errors = NO_ERRORS, changes } = proposed.data ?? {};
  const faults = useMemo(
    () => [...own, ...placed(detailsOf(refused), looked), ...placed(errors, looked)],
    [own, refused, errors, looked],
  );
  const heading = faults.length > 0 ? 'Fix before saving' : 'What saving would change';
  // What is no document, or none of a contract, is not asked about.
  const isReadable = looked !== begun && proposed.data !== undefined && faults.length === 0;
  const isBreaking = changes?.some(({ compatibility }) => compatibility === 'breaking') ?? false;
  const obstacle =
    text === begun
      ? 'Nothing is changed yet.'
      : text !== looked || proposed.isFetching
        ? 'It is being compared.'
        : obstacleOf(faults.length, proposed.error);

  /** Goes on from the version that there is: what the text would change in that one is shown. */
  const compare = async () => {
    const { etag: newest } = await queries.fetchQuery({ ...yamlQuery(contract.id ?? '', format), staleTime: 0 });
    setTag(newest);
    save.reset();
    await queries.invalidateQueries({ queryKey: ['proposed', contract.id] });
  };

  const isLost = text !== begun && !save.isSuccess;
  const { ask, question } = useAskedClose(
    isLost ? (view === 'form' ? 'What you changed in the form' : 'What you changed in the YAML') : undefined,
    close,
  );

  return (
    <div className="halves">
      {question}
      <div className="stack">
        {view === 'form' && asset.isPending ? (
          <Loading what="Loading the asset" />
        ) : (
          <DraftView
            view={view}
            type={contract.entity?.type ?? 'table'}
            asset={asset.data}
            label={format === 'native' ? 'Edit the contract in YAML' : 'Edit the contract in YAML, ODCS'}
            text={text}
            change={(next) => {
              setText(next);
              if (save.error) save.reset();
            }}
            faults={[...ofForm, ...detailsOf(refused), ...errors]}
            lineFaults={faults}
            complete={COMPLETIONS[format]}
          />
        )}
        <div className="row">
          <BusyButton
            onClick={() => save.mutate()}
            isBusy={save.isPending}
            disabled={obstacle !== undefined}
            aria-describedby="why-not-saved"
            color={isBreaking ? 'red.9' : 'indigo.8'}
          >
            {isBreaking ? 'Save breaking change' : 'Save'}
          </BusyButton>
          <Button variant="default" onClick={ask}>
            Cancel
          </Button>
          <span id="why-not-saved" className="dimmed small">
            {obstacle}
          </span>
        </div>
      </div>
      <div className="stack">
        <section className="panel stack" aria-live="polite" aria-label={heading}>
          <h2 style={{ margin: 0, fontSize: 16 }}>{heading}</h2>
          {how?.mode === 'merge' && (
            <p className="dimmed" style={{ margin: 0 }}>
              The document is merged into the contract: what it does not mention stays as it is.
            </p>
          )}
          <WriteRefusal error={save.error} contract={contract} compare={compare} />
          {faults.length > 0 ? (
            <FaultList faults={faults} isByLine={view === 'yaml'} />
          ) : proposed.error ? (
            <Refusal error={proposed.error} />
          ) : looked === begun ? (
            <p className="dimmed" style={{ margin: 0 }}>
              Nothing is changed yet.{view === 'yaml' && ' Control-Space completes names.'}
            </p>
          ) : changes ? (
            <>
              <ChangeList changes={changes} />
              {proposed.data && <ImportNotes of={proposed.data} />}
            </>
          ) : (
            <p className="dimmed">Comparing …</p>
          )}
        </section>
        <WhatIfPanel
          contract={contract.id}
          yaml={isReadable ? looked : undefined}
          how={how}
          obstacle={whyNothingIsSaid(looked === begun, faults.length > 0, !proposed.isError)}
        />
      </div>
    </div>
  );
}

/** The text to begin with; a document of this catalog is merged here, and one of the standard by the service. */
function importedText({ name, entity }: Contract, begun: string, { text, format, mode }: ChosenImport): string {
  if (format === 'odcs') return text;
  const { type, fullyQualifiedName } = entity ?? {};
  const draft = importedDraft(text, { name, entity: { type, fullyQualifiedName } });
  return mode === 'merge' ? mergedDraft(begun, draft) : draft;
}

const howOf = ({ mode, objectName }: ChosenImport): ImportHow => ({
  mode,
  ...(objectName !== undefined && { objectName }),
});

/** Why it cannot be saved; undefined where it can, also where the service was too busy to compare it. */
function obstacleOf(faults: number, error: unknown): string | undefined {
  if (faults > 0) return `It cannot be saved with ${faults === 1 ? 'a fault' : `${faults} faults`} in it.`;
  if (error && !(error instanceof ApiError && error.isPassing)) return 'It cannot be saved as it is.';
  return undefined;
}

/** Why nothing is said of what a save would come to. */
function whyNothingIsSaid(isUnchanged: boolean, isUnreadable: boolean, isCompared: boolean): string {
  if (isUnchanged) return 'Nothing is changed yet.';
  if (isUnreadable) return 'The document cannot be read as it is: fix it first.';
  return isCompared ? 'Working it out …' : 'Nothing can be said while it cannot be compared.';
}

/** Faults that the form finds in a document that it can show. */
function formFaults(text: string): readonly FieldMessage[] {
  const { members } = readingOf(text);
  return members ? ownFaults(members) : [];
}

function FaultList({ faults, isByLine }: { readonly faults: readonly LineFault[]; readonly isByLine: boolean }) {
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {faults.map(({ line, message }, at) => (
        <li key={at}>
          {isByLine && `Line ${line}: `}
          {message}
        </li>
      ))}
    </ul>
  );
}
