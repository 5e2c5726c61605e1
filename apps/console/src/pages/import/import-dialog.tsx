import { Button, SegmentedControl, Select, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState, type DragEvent } from 'react';
import { describeOdcs } from '../../api/contract-yaml';
import type { YamlFormat } from '../../search-parameters';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { FieldRefusal, Notice } from '../../ui/states';
import { MOST_CHARACTERS, recognised, type ImportHow, type ImportMode } from './imported';

/** A document that was chosen, and how it is imported. */
export interface ChosenImport extends ImportHow {
  readonly text: string;
  readonly format: YamlFormat;
}

interface ImportDialogProps {
  /** Name of the asset: the schema object of this name is offered first. */
  readonly asset: string;
  /** Whether there is a contract already, which is merged with or replaced. */
  readonly isNew: boolean;
  readonly choose: (chosen: ChosenImport) => void;
  readonly close: () => void;
}

const MODES = [
  { value: 'merge', label: 'Merge' },
  { value: 'replace', label: 'Replace' },
];
const MEANING: Readonly<Record<ImportMode, string>> = {
  merge: 'What the document does not mention stays as it is.',
  replace: 'What the document does not mention is removed from the contract.',
};

/** Asks for a document, as a file or pasted, and how it is imported. Nothing is stored: it becomes a draft. */
export function ImportDialog({ asset, isNew, choose, close }: ImportDialogProps) {
  const [text, setText] = useState('');
  const [fileFault, setFileFault] = useState<string>();
  const [mode, setMode] = useState<ImportMode>(isNew ? 'replace' : 'merge');
  const [object, setObject] = useState<string | null>(null);
  const meaning = useId();
  const file = useRef<HTMLInputElement>(null);
  const { format, fault } = text.trim() === '' ? { format: undefined, fault: undefined } : recognised(text);

  const goOn = useMutation({
    mutationFn: async () => {
      if (format !== 'odcs') return { objects: [] };
      const { schemaObjects } = await describeOdcs(text);
      return { objects: schemaObjects };
    },
    onSuccess: ({ objects }) => {
      if (format === undefined) return;
      const known = objects.length <= 1 ? undefined : (object ?? undefined);
      if (objects.length <= 1 || known !== undefined) choose({ text, format, mode, objectName: known });
      else setObject(objects.find((name) => name.toLowerCase() === asset.toLowerCase()) ?? null);
    },
  });
  const objects = goOn.data?.objects ?? [];
  const isAsked = objects.length > 1;

  const enter = (next: string) => {
    setText(next);
    setFileFault(undefined);
    setObject(null);
    goOn.reset();
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MOST_CHARACTERS)
      setFileFault(`${chosen.name} is larger than 4 MiB, which is the most that is read.`);
    else enter(await chosen.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };

  return (
    <FormDialog
      title="Import a document"
      label={format === 'odcs' && !isAsked ? 'Read the document' : 'Show what it changes'}
      size="lg"
      save={{ mutate: () => goOn.mutate(), isPending: goOn.isPending, isSuccess: false }}
      disabled={format === undefined || (isAsked && object === null)}
      isChanged={text !== ''}
      close={close}
    >
      <p className="dimmed" style={{ margin: 0 }}>
        A contract in YAML or JSON, of this catalog or by the Open Data Contract Standard (ODCS). Nothing is stored
        before you save.
      </p>
      <div onDrop={drop} onDragOver={(event) => event.preventDefault()} className="stack" style={{ gap: 8 }}>
        <div>
          <input
            ref={file}
            type="file"
            aria-label="File of the document"
            accept=".yaml,.yml,.json"
            hidden
            onChange={({ currentTarget }) => {
              void read(currentTarget.files?.[0]);
              // The same file can be chosen again.
              currentTarget.value = '';
            }}
          />
          <Button variant="default" onClick={() => file.current?.click()}>
            Choose a file
          </Button>
        </div>
        <Textarea
          label="Or paste it, or drop a file here"
          value={text}
          onChange={({ currentTarget }) => enter(currentTarget.value)}
          rows={12}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          error={fileFault ?? fault}
        />
      </div>
      {format !== undefined && (
        <Notice tone="idle" icon="info">
          <p>{format === 'odcs' ? 'An ODCS document.' : 'A contract of this catalog.'}</p>
        </Notice>
      )}
      {!isNew && (
        <div className="stack" style={{ gap: 4 }}>
          <SegmentedControl
            aria-label="How it is imported"
            aria-describedby={meaning}
            style={{ alignSelf: 'start' }}
            value={mode}
            onChange={(next) => setMode(next as ImportMode)}
            data={MODES}
          />
          <p id={meaning} className="dimmed small" style={{ margin: 0 }}>
            {MEANING[mode]}
          </p>
        </div>
      )}
      {isAsked && (
        <Select
          label={`Which of its ${objects.length} objects is ${asset}?`}
          required
          searchable
          data={[...new Set(objects)]}
          value={object}
          onChange={setObject}
        />
      )}
      <FieldRefusal error={goOn.error} />
    </FormDialog>
  );
}
