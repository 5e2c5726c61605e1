import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Asset } from '../../api/assets';
import { checkOdcs, createFromOdcs } from '../../api/contract-yaml';
import { BusyButton } from '../../ui/buttons/busy-button';
import { AskBeforeLeaving } from '../../ui/dialogs/dialog';
import { YamlEditor } from '../../ui/yaml-editor';
import { COMPLETIONS } from '../contract/contract-completion';
import { faultsOf, placed } from '../contract/contract-yaml';
import { DocumentFaults } from '../new-contract/outlook';
import { useCreation } from '../new-contract/use-creation';
import { ImportNotes } from './import-notes';

interface NewFromOdcsProps {
  readonly type: string;
  readonly asset: Asset;
  readonly text: string;
  readonly objectName?: string | undefined;
  /** Leaves the document for the form. */
  readonly close: () => void;
}

/** A pause in typing after which the document is looked at. */
const PAUSE_MS = 500;

/** A new contract of an ODCS document: the text, what the service says of it, and what of it counts. */
export function NewFromOdcs({ type, asset, text: begun, objectName, close }: NewFromOdcsProps) {
  const [text, setText] = useState(begun);
  const [looked] = useDebouncedValue(text, PAUSE_MS);
  const own = useMemo(() => faultsOf(looked), [looked]);
  const target = { entityId: asset.id, entityType: type, objectName };
  const check = useQuery({
    queryKey: ['checked-odcs', target, looked],
    queryFn: () => checkOdcs(target, looked),
    enabled: own.length === 0,
    retry: false,
  });
  const create = useCreation(() => createFromOdcs(target, text));
  const errors = check.data?.errors ?? [];
  const isReady = text === looked && check.data !== undefined && errors.length === 0;
  return (
    <div className="halves">
      {!create.isSuccess && <AskBeforeLeaving what="The contract that you began" />}
      <form
        className="stack"
        aria-label="What the contract promises"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <YamlEditor
          value={text}
          label="Edit the contract in YAML, ODCS"
          change={setText}
          faults={[...own, ...placed(errors, looked)]}
          complete={COMPLETIONS.odcs}
        />
        <DocumentFaults error={create.error} />
        <div className="row">
          <BusyButton type="submit" isBusy={create.isPending} disabled={!isReady}>
            Create the contract
          </BusyButton>
          <Button variant="default" onClick={close}>
            Back to the form
          </Button>
        </div>
      </form>
      <section className="panel stack" aria-live="polite" aria-label="What the service says of it">
        <h2 style={{ margin: 0, fontSize: 16 }}>What becomes of the document</h2>
        {own.length > 0 ? (
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {own.map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        ) : check.error ? (
          <DocumentFaults error={check.error} />
        ) : check.data === undefined ? (
          <p className="dimmed" style={{ margin: 0 }}>
            It is checked while you write.
          </p>
        ) : errors.length > 0 ? (
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {errors.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <span className="mono">{field}</span> {message}
              </li>
            ))}
          </ul>
        ) : (
          <>
            <p style={{ margin: 0 }}>
              {check.data.mapped === 1
                ? 'One of its members becomes a part of the contract.'
                : `${check.data.mapped} of its members become parts of the contract.`}{' '}
              The document is stored with it.
            </p>
            <ImportNotes of={check.data} />
          </>
        )}
      </section>
    </div>
  );
}
