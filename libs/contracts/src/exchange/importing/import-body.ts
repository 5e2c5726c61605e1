import type { ContractColumn } from '../../document/contract-document';
import type { Json } from '../../document/json';
import { withoutEchoes } from './echoed-types';
import { mergeParts } from './merge-parts';
import type { PreparedImport } from './odcs-importer';

/** Whether members that only the contract has stay, or are removed. */
export const IMPORT_MODES = ['merge', 'replace'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

function bodyOf({ target, asset, mapped }: PreparedImport, parts: Json, qualityExpectations: readonly Json[]): Json {
  const entity = { id: String(asset.id), type: target.entityType };
  return { ...parts, name: mapped.name, entity, ...(qualityExpectations.length ? { qualityExpectations } : {}) };
}

/** The body of a new contract, by the test cases that it expects. */
export function newBody(prepared: PreparedImport): (expectations: readonly Json[]) => Json {
  return (expectations) => bodyOf(prepared, prepared.parts, expectations);
}

/** The body of the contract that an asset has, whose name is unchanged, by the test cases that it expects besides. */
export function changedBody(
  current: Json,
  prepared: PreparedImport,
  mode: ImportMode,
  sent: Json,
): (expectations: readonly Json[]) => Json {
  const { name } = current;
  const schema = prepared.parts.schema as ContractColumn[] | undefined;
  const known = (current.schema ?? []) as ContractColumn[];
  const parts = schema ? { ...prepared.parts, schema: withoutEchoes(schema, known) } : prepared.parts;
  if (mode === 'replace') return (expectations) => ({ ...bodyOf(prepared, parts, expectations), name });
  // What the document leaves open is unchanged.
  const said = sent.status == null ? { ...parts, entityStatus: current.entityStatus } : parts;
  const merged = mergeParts(current, said);
  const old = current.qualityExpectations as Json[] | undefined;
  return (expectations) => ({ ...bodyOf(prepared, merged, union(old, expectations)), name });
}

function union(old: readonly Json[] | undefined, next: readonly Json[]): Json[] {
  const all = [...(old ?? []).map(({ id }) => ({ id, type: 'testCase' })), ...next];
  return [...new Map(all.map((reference) => [String(reference.id), reference])).values()];
}
