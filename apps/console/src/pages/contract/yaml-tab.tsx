import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { yamlQuery, type Contract } from '../../api/contracts';
import { useMayDoTo } from '../../api/permissions';
import { Loaded, Loading } from '../../ui/states';

const YamlEditor = lazy(async () => ({ default: (await import('../../ui/yaml-editor')).YamlEditor }));
const ContractEditor = lazy(async () => ({ default: (await import('./contract-editor')).ContractEditor }));

type Format = 'native' | 'odcs';

/** The contract as a document, and its editor for those who may change it. */
export function YamlTab({ contract }: { readonly contract: Contract }) {
  const [format, setFormat] = useState<Format>('native');
  const [isEdited, setEdited] = useState(false);
  const query = useQuery(yamlQuery(contract.id ?? '', format));
  const mayEdit = useMayDoTo('dataContract', contract.id, 'EditAll');
  return (
    <div className="stack">
      <div className="row row-apart">
        <SegmentedControl
          aria-label="Format"
          disabled={isEdited}
          value={format}
          onChange={(value) => setFormat(value as Format)}
          data={[
            { value: 'native', label: 'Native' },
            { value: 'odcs', label: 'ODCS' },
          ]}
        />
        {mayEdit && format === 'native' && !isEdited && (
          <Button variant="default" onClick={() => setEdited(true)} disabled={query.data === undefined}>
            Edit
          </Button>
        )}
      </div>
      <Loaded query={query} what="Writing the document">
        {({ text, etag }) => (
          <Suspense fallback={<Loading what="Loading the editor" />}>
            {isEdited ? (
              <ContractEditor id={contract.id ?? ''} yaml={text} etag={etag} close={() => setEdited(false)} />
            ) : (
              <YamlEditor value={text} label={`The contract in YAML, ${format}`} />
            )}
          </Suspense>
        )}
      </Loaded>
    </div>
  );
}
