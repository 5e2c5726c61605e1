import type { paths } from 'catalog-api';
import { queryOptions } from '@tanstack/react-query';
import { stringify } from 'yaml';
import type { YamlFormat } from '../search-parameters';
import type { FieldMessage } from './service/api-error';
import { writtenBy, type Written } from './governance/proposals';
import { answerOf, api, readText, type Schemas, type TaggedText } from './service/client';
import type { Change, Contract } from './contracts';

/** A document in YAML as the body of a typed request. */
const yamlRequest = (yaml: string, headers: Record<string, string> = {}) => ({
  body: yaml as never,
  bodySerializer: (text: unknown) => String(text),
  headers: { 'content-type': 'application/yaml', accept: 'application/json', ...headers },
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

/** Checks a document in YAML by the service; nothing is stored. */
export function checkContract(yaml: string) {
  return answerOf(api.POST('/api/v1/dataContracts/validate', yamlRequest(yaml)));
}

type ImportTarget = NonNullable<paths['/api/v1/dataContracts/odcs/yaml']['put']['parameters']['query']>;

/** The asset that an ODCS document is about, and which of its objects is meant. */
interface OdcsTarget {
  readonly entityId: string;
  readonly entityType: string;
  readonly objectName?: string | undefined;
}

/** How an ODCS document is imported; replacing by itself. */
export type OdcsImport = Pick<ImportTarget, 'mode' | 'objectName'>;

const targetQuery = ({ entityId, entityType, objectName }: OdcsTarget): ImportTarget => ({
  entityId,
  entityType: entityType as ImportTarget['entityType'],
  ...(objectName !== undefined && { objectName }),
});

const targetOf = ({ entity }: Contract, { objectName }: OdcsImport): ImportTarget =>
  targetQuery({ entityId: entity?.id ?? '', entityType: entity?.type ?? 'table', objectName });

type Report = Schemas['OdcsImportReport'];

export interface Proposed {
  /** By the paths of the document. */
  readonly errors: readonly FieldMessage[];
  readonly changes: readonly Change[];
  /** Promises of an ODCS document that no run will judge. */
  readonly notJudged: Report['notJudged'];
  /** Its parts that could not be read. */
  readonly notUnderstood: Report['notUnderstood'];
}

/** Describes an ODCS document; nothing is stored. */
export const describeOdcs = (yaml: string) =>
  answerOf(api.POST('/api/v1/dataContracts/odcs/parse/yaml', yamlRequest(yaml)));

/** Checks an ODCS document against an asset; nothing is stored. `mapped` counts the members that the contract has of it. */
export async function checkOdcs(target: OdcsTarget, yaml: string) {
  const params = { query: targetQuery(target) };
  const { errors = [], odcsImportReport: report } = await answerOf(
    api.POST('/api/v1/dataContracts/odcs/validate/yaml', { ...yamlRequest(yaml), params }),
  );
  const { mapped = [], notJudged = [], notUnderstood = [] } = report ?? {};
  return { errors, mapped: mapped.length, notJudged, notUnderstood };
}

/** The ODCS document, in YAML, of a contract that is not stored. */
export const odcsPreviewQuery = (yaml: string) =>
  queryOptions({
    queryKey: ['odcs-preview', yaml],
    queryFn: async () => {
      const document = await answerOf(api.POST('/api/v1/dataContracts/odcs/preview', yamlRequest(yaml)));
      return stringify(document, { lineWidth: 0 });
    },
    retry: false,
  });

/** Changes that a proposed document would make to its contract, or the reason why it is none; nothing is stored. */
export async function proposedChanges(
  contract: Contract,
  format: YamlFormat,
  yaml: string,
  how: OdcsImport = {},
): Promise<Proposed> {
  let notes: Pick<Proposed, 'notJudged' | 'notUnderstood'> = { notJudged: [], notUnderstood: [] };
  if (format === 'odcs') {
    const { entityId = '', entityType, objectName } = targetOf(contract, how);
    const { errors, ...report } = await checkOdcs({ entityId, entityType, objectName }, yaml);
    // What is merged need not be whole by itself: the comparison finds its faults.
    if (errors.length > 0 && how.mode !== 'merge') return { errors, changes: [], ...notes };
    notes = report;
  }
  const params = { path: { id: contract.id }, query: how };
  const { changes } = await answerOf(api.POST('/api/v1/dataContracts/{id}/diff', { ...yamlRequest(yaml), params }));
  return { errors: [], changes, ...notes };
}

/** Stores a new contract of an ODCS document: 409 where its asset has one. */
export function createFromOdcs(target: OdcsTarget, yaml: string): Promise<Written> {
  const params = { query: targetQuery(target) };
  return writtenBy(api.POST('/api/v1/dataContracts/odcs/yaml', { ...yamlRequest(yaml), params }));
}

/** Stores a new contract: 409 where its asset has one of this name. */
export function createContract(yaml: string): Promise<Written> {
  return writtenBy(api.POST('/api/v1/dataContracts', yamlRequest(yaml)));
}

/**
 * Stores a document in YAML as the next version of the contract, or as a proposal where its policy asks others first: 409 where a proposal
 * of another user is open, 412 where the contract is of another version than the one with this tag.
 */
export function storeContract(
  contract: Contract,
  format: YamlFormat,
  yaml: string,
  etag: string | undefined,
  how: OdcsImport = {},
): Promise<Written> {
  const request = yamlRequest(yaml, etag === undefined ? {} : { 'if-match': etag });
  return writtenBy(
    format === 'odcs'
      ? api.PUT('/api/v1/dataContracts/odcs/yaml', {
          ...request,
          params: { query: { ...targetOf(contract, how), mode: how.mode ?? 'replace' } },
        })
      : api.PUT('/api/v1/dataContracts', request),
  );
}
