import { queryOptions } from '@tanstack/react-query';
import type { YamlFormat } from '../search-parameters';
import type { FieldMessage } from './service/api-error';
import { readJson, readText, type TaggedText } from './service/client';
import type { Change, Contract } from './contracts';

const yamlBody = (method: 'POST' | 'PUT', body: string, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/yaml', accept: 'application/json', ...headers },
  body,
});

/** The contract, or the ODCS document of it, in YAML; in both ways with the tag of the contract. */
export const yamlQuery = (id: string, format: YamlFormat) =>
  queryOptions({
    queryKey: ['contract-yaml', id, format],
    queryFn: async ({ signal }): Promise<TaggedText> => {
      const init = { headers: { accept: 'application/yaml' }, signal };
      const path = `/api/v1/dataContracts/${id}`;
      const native = await readText(`${path}?fields=qualityExpectations,owners,tags`, init);
      if (format === 'native') return native;
      // The tag was read before: where the contract changed in between, a change of the document is refused, and not lost.
      return { text: (await readText(`${path}/odcs/yaml`, init)).text, etag: native.etag };
    },
  });

interface Checked {
  readonly valid: boolean;
  readonly errors: readonly FieldMessage[];
}

/** Checks a document in YAML by the service; nothing is stored. */
export function checkContract(yaml: string): Promise<Checked> {
  return readJson('/api/v1/dataContracts/validate', yamlBody('POST', yaml));
}

/** The asset that an import of an ODCS document is about. */
const targetOf = ({ entity }: Contract): string =>
  new URLSearchParams({ entityId: entity?.id ?? '', entityType: entity?.type ?? '' }).toString();

export interface Proposed {
  /** By the places of the document. */
  readonly errors: readonly FieldMessage[];
  readonly changes: readonly Change[];
}

/** Changes that a proposed document would make to its contract, or the reason why it is none; nothing is stored. */
export async function proposedChanges(contract: Contract, format: YamlFormat, yaml: string): Promise<Proposed> {
  if (format === 'odcs') {
    const path = `/api/v1/dataContracts/odcs/validate/yaml?${targetOf(contract)}`;
    const { errors } = await readJson<Checked>(path, yamlBody('POST', yaml));
    if (errors.length > 0) return { errors, changes: [] };
  }
  const path = `/api/v1/dataContracts/${contract.id ?? ''}/diff`;
  const { changes } = await readJson<{ changes: Change[] }>(path, yamlBody('POST', yaml));
  return { errors: [], changes };
}

/** Stores a new contract: 409 where its asset has one of this name. */
export function createContract(yaml: string): Promise<Contract> {
  return readJson('/api/v1/dataContracts', yamlBody('POST', yaml));
}

/** Stores a document in YAML in the place of the contract: 412 where that is no longer of the version with this tag. */
export function storeContract(
  contract: Contract,
  format: YamlFormat,
  yaml: string,
  etag: string | undefined,
): Promise<Contract> {
  const path = format === 'odcs' ? `/odcs/yaml?mode=replace&${targetOf(contract)}` : '';
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag };
  return readJson(`/api/v1/dataContracts${path}`, yamlBody('PUT', yaml, headers));
}
