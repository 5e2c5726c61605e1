import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { proposedChanges, storeContract } from '../../api/contracts';
import { ChangeList } from '../../ui/change-list';
import { Refusal } from '../../ui/states';
import { YamlEditor, type LineFault } from '../../ui/yaml-editor';
import { completeContract } from './contract-completion';
import { editableYaml, faultsOf, lineOf } from './contract-yaml';

interface EditorProps {
  readonly id: string;
  readonly yaml: string;
  /** Of the version that is edited. */
  readonly etag: string | undefined;
  readonly close: () => void;
}

/** A pause in typing after which the document is looked at. */
const PAUSE_MS = 500;

/** The contract as it is written: its faults at their lines, and what it would break, before it is saved. */
export function ContractEditor({ id, yaml, etag, close }: EditorProps) {
  const queries = useQueryClient();
  const begun = useMemo(() => editableYaml(yaml), [yaml]);
  const [text, setText] = useState(begun);
  const [looked] = useDebouncedValue(text, PAUSE_MS);
  const own = useMemo(() => faultsOf(looked), [looked]);
  const changes = useQuery({
    queryKey: ['proposed', id, looked],
    queryFn: () => proposedChanges(id, looked),
    enabled: own.length === 0 && looked !== begun,
    retry: false,
  });
  const save = useMutation({
    mutationFn: () => storeContract(text, etag),
    onSuccess: async () => {
      await queries.invalidateQueries();
      close();
    },
  });
  const refused = save.error ?? changes.error;
  const faults = useMemo(() => [...own, ...placed(refused, looked)], [own, refused, looked]);
  const isBreaking = changes.data?.changes.some(({ compatibility }) => compatibility === 'breaking') ?? false;

  return (
    <div className="halves">
      <div className="stack">
        <YamlEditor
          value={begun}
          label="Edit the contract in YAML"
          change={(next) => {
            setText(next);
            if (save.error) save.reset();
          }}
          faults={faults}
          complete={completeContract}
        />
        <div className="row">
          <Button
            onClick={() => save.mutate()}
            loading={save.isPending}
            disabled={text === begun || own.length > 0}
            color={isBreaking ? 'red.9' : 'indigo.8'}
          >
            {isBreaking ? 'Save, and break readers' : 'Save'}
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </div>
      </div>
      <section className="panel stack" aria-live="polite" aria-label="What saving would change">
        <h2 style={{ margin: 0, fontSize: 16 }}>What saving would change</h2>
        {faults.length > 0 ? (
          <FaultList faults={faults} />
        ) : refused ? (
          <Refusal error={refused} />
        ) : looked === begun ? (
          <p className="dimmed" style={{ margin: 0 }}>
            Nothing is changed yet. Control-Space completes names.
          </p>
        ) : changes.data ? (
          <ChangeList changes={changes.data.changes} />
        ) : (
          <p className="dimmed">Comparing …</p>
        )}
      </section>
    </div>
  );
}

function FaultList({ faults }: { readonly faults: readonly LineFault[] }) {
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {faults.map(({ line, message }, at) => (
        <li key={at}>
          Line {line}: {message}
        </li>
      ))}
    </ul>
  );
}

/** The places that the API names, as lines. */
function placed(error: unknown, text: string): LineFault[] {
  if (!(error instanceof ApiError)) return [];
  return error.details.map(({ field, message }) => ({ line: lineOf(text, field), message: `${field} ${message}` }));
}
