import { useMemo } from 'react';
import { stringify } from 'yaml';
import { YamlEditor } from '../../ui/yaml-editor';

/** A proposed contract as YAML, to be read. */
export function ProposedDocument({ document }: { readonly document: object }) {
  const text = useMemo(() => stringify(document, { lineWidth: 0 }), [document]);
  return <YamlEditor value={text} label="The contract as it would become, in YAML" />;
}
