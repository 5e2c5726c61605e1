import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { yamlQuery } from '../../api/contract-yaml';
import type { Contract } from '../../api/contracts';
import { useMayDoTo } from '../../api/permissions';
import type { YamlFormat } from '../../search-parameters';
import { Loaded, Loading } from '../../ui/states';
import { PolicyLine } from './write-states';

const YamlEditor = lazy(async () => ({ default: (await import('../../ui/yaml-editor')).YamlEditor }));
const ContractEditor = lazy(async () => ({ default: (await import('./contract-editor')).ContractEditor }));

/** The contract as a document, in the format that the address says, and its editor for those who may change it. */
export function YamlTab({ contract }: { readonly contract: Contract }) {
  const { format = 'native' } = useSearch({ from: '/inside/contract' });
  const navigate = useNavigate({ from: '/contract' });
  const choose = (next: YamlFormat) =>
    void navigate({ search: (now) => ({ ...now, format: next === 'native' ? undefined : next }), replace: true });
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
          onChange={(value) => choose(value as YamlFormat)}
          data={[
            { value: 'native', label: 'Native' },
            { value: 'odcs', label: 'ODCS' },
          ]}
        />
        {mayEdit && !isEdited && (
          <Button variant="default" onClick={() => setEdited(true)} disabled={query.data === undefined}>
            Edit
          </Button>
        )}
      </div>
      {mayEdit && <PolicyLine contract={contract} />}
      <Loaded query={query} what="Writing the document">
        {({ text, etag }) => (
          <Suspense fallback={<Loading what="Loading the editor" />}>
            {isEdited ? (
              <ContractEditor
                contract={contract}
                format={format}
                opened={{ text, etag }}
                close={() => setEdited(false)}
              />
            ) : (
              <YamlEditor value={text} label={`The contract in YAML, ${format}`} />
            )}
          </Suspense>
        )}
      </Loaded>
    </div>
  );
}
