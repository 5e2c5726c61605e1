import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { yamlQuery } from '../../api/contract-yaml';
import type { Contract } from '../../api/contracts';
import { useMayDoTo } from '../../api/permissions';
import type { DocumentView, YamlFormat } from '../../search-parameters';
import { Loaded, Loading } from '../../ui/states';
import type { DraftViewName } from '../draft/draft-view';
import type { ChosenImport } from '../import/import-dialog';
import { PolicyLine } from './write-states';

const YamlEditor = lazy(async () => ({ default: (await import('../../ui/yaml-editor')).YamlEditor }));
const ContractEditor = lazy(async () => ({ default: (await import('./contract-editor')).ContractEditor }));
const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog')).ImportDialog }));
const FormReader = lazy(async () => ({ default: (await import('../draft/form-reader')).FormReader }));

/** The document that a view shows. */
const formatOf = (view: DocumentView): YamlFormat => (view === 'odcs' ? 'odcs' : 'native');

/** The view of the draft of a format: an ODCS document is changed as text, and of any other one only read. */
const viewOf = (view: DocumentView, format: YamlFormat): DraftViewName =>
  format === 'odcs' || view === 'native' ? 'yaml' : view;

/** The contract as a document, in the view that the address says, and its editor for those who may change it. */
export function DocumentTab({ contract }: { readonly contract: Contract }) {
  const { format: view = 'native', edit } = useSearch({ from: '/inside/contract' });
  const navigate = useNavigate({ from: '/contract' });
  const choose = (next: DocumentView) =>
    void navigate({
      search: (now) => ({ ...now, format: next === 'native' ? undefined : next }),
      replace: true,
      // From one view of a draft to another one nothing is lost.
      ignoreBlocker: true,
    });
  const [isEdited, setEdited] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [imported, setImported] = useState<ChosenImport>();
  /** The format of a draft that is changed: its other views are made of it. */
  const [held, setHeld] = useState<YamlFormat>();
  const format = held ?? formatOf(view);
  const query = useQuery(yamlQuery(contract.id ?? '', format));
  const mayEdit = useMayDoTo('dataContract', contract.id, 'EditAll');
  const markChanged = useCallback((isChanged: boolean) => setHeld(isChanged ? format : undefined), [format]);
  const isReady = edit === true && mayEdit && query.data !== undefined;
  // Once: a reload of the page does not open it again.
  useEffect(() => {
    if (!isReady) return;
    setEdited(true);
    void navigate({ search: (now) => ({ ...now, edit: undefined }), replace: true, ignoreBlocker: true });
  }, [isReady, navigate]);
  const close = () => {
    setEdited(false);
    setImported(undefined);
    setHeld(undefined);
  };
  const begin = (chosen: ChosenImport) => {
    setAsked(false);
    setImported(chosen);
    setEdited(true);
    choose(chosen.format);
  };
  return (
    <div className="stack">
      <div className="row row-apart">
        <SegmentedControl
          aria-label="View"
          aria-describedby="why-not-converted"
          value={view}
          onChange={(value) => choose(value as DocumentView)}
          data={[
            { value: 'form', label: 'Form', disabled: held === 'odcs' },
            { value: 'native', label: 'YAML', disabled: held === 'odcs' },
            { value: 'odcs', label: 'ODCS' },
          ]}
        />
        {mayEdit && !isEdited && (
          <div className="row">
            <Button variant="default" onClick={() => setAsked(true)}>
              Import
            </Button>
            <Button variant="default" onClick={() => setEdited(true)} disabled={query.data === undefined}>
              Edit
            </Button>
          </div>
        )}
      </div>
      {isAsked && (
        <Suspense fallback={null}>
          <ImportDialog
            asset={contract.entity?.name ?? ''}
            isNew={false}
            choose={begin}
            close={() => setAsked(false)}
          />
        </Suspense>
      )}
      <p id="why-not-converted" className="dimmed small" style={{ margin: 0 }} hidden={held !== 'odcs'}>
        The form and the YAML are made of the contract as it is stored: save or cancel first to see them.
      </p>
      {mayEdit && <PolicyLine contract={contract} />}
      <Loaded query={query} what="Writing the document">
        {({ text, etag }) => (
          <Suspense fallback={<Loading what="Loading the editor" />}>
            {isEdited ? (
              <ContractEditor
                key={format}
                contract={contract}
                format={format}
                view={viewOf(view, format)}
                opened={{ text, etag }}
                imported={imported?.format === format ? imported : undefined}
                markChanged={markChanged}
                close={close}
              />
            ) : view === 'form' ? (
              <FormReader contract={contract} text={text} />
            ) : (
              <YamlEditor value={text} label={`The contract in YAML, ${format}`} />
            )}
          </Suspense>
        )}
      </Loaded>
    </div>
  );
}
