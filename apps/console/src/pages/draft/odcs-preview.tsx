import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { odcsPreviewQuery } from '../../api/contract-yaml';
import { FieldRefusal, Loading, Notice } from '../../ui/states';
import { YamlEditor } from '../../ui/yaml-editor';
import { faultsOf } from '../contract/contract-yaml';

/** A pause in typing after which the document is made anew. */
const PAUSE_MS = 500;

/** The ODCS document of a draft, for reading; where the draft cannot be read, the reason. */
export function OdcsPreview({ text }: { readonly text: string }) {
  const [looked] = useDebouncedValue(text, PAUSE_MS);
  const [fault] = faultsOf(looked);
  const { data, error } = useQuery({ ...odcsPreviewQuery(looked), enabled: fault === undefined });
  return (
    <>
      <p className="dimmed small" style={{ margin: 0 }}>
        The document as it would be exported. Change the contract in the form or as YAML.
      </p>
      {fault ? (
        <Notice tone="part" icon="warning">
          <p>
            The document cannot be made. Line {fault.line}: {fault.message}
          </p>
        </Notice>
      ) : error ? (
        <FieldRefusal error={error} />
      ) : data === undefined ? (
        <Loading what="Writing the document" />
      ) : (
        <YamlEditor value={data} label="The draft as an ODCS document" />
      )}
    </>
  );
}
