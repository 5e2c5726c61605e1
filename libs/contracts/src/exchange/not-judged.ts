import { childPath } from '@app/common';
import { ignoredArguments, type OdcsRule } from '@app/sources';
import type { ContractColumn, ContractDocument } from '../document/contract-document';
import type { StatedPromise } from '../promises/promise';
import type { DocumentPaths } from '../promises/promise-kind';
import { documentPathOf, statedPromises } from '../registry/registry';
import { type Json, textOf } from '../document/json';
import type { MappedDocument } from '../odcs/mapping/map-document';
import { meantBy } from '../odcs/mapping/rule-meaning';
import type { NotJudged } from '../odcs/mapping/report';
import type { SelectedObject } from '../odcs/mapping/select-object';

/** Knowledge of the asset of a document, beside its columns. */
export interface KnownAsset {
  readonly type: string;
  readonly isPartitioned: boolean;
  /** Tables that the document refers to and the catalog has beside the asset, by the texts that name them. */
  readonly tables: ReadonlySet<string>;
}

/**
 * The promises of an imported document that results list as not evaluated, in the order of results, and the arguments that change nothing of a
 * rule which is judged.
 */
export function notJudged(
  mapped: MappedDocument,
  document: Json,
  selected: SelectedObject | undefined,
  asset: KnownAsset,
): NotJudged[] {
  const paths = pathsOf((mapped.parts as ContractDocument).schema ?? [], mapped.places);
  const promises = promisesOf(mapped, document, selected, asset.type).flatMap((promise) => {
    const why = promise.unjudged ?? (isKnown(promise, asset) ? undefined : promise.unlessFound);
    return why ? [{ path: documentPathOf(promise, paths), reason: why.reason }] : [];
  });
  return [...promises, ...ignoredOf(mapped)];
}

/** Arguments of the rules that are computed: imported ones, and those that came from a contract. */
function ignoredOf({ tests, parts, places }: MappedDocument): NotJudged[] {
  const { odcsQualityRules = [] } = parts as { readonly odcsQualityRules?: readonly Json[] };
  const own = odcsQualityRules.map((rule, index) => ({
    ...{ rule, metric: textOf(rule.metric), path: places.get(`odcsQualityRules[${index}]`) },
  }));
  return [...tests, ...own].flatMap(({ rule, metric, path = '' }) => {
    const ignored = 'reason' in meantBy(rule) ? [] : ignoredArguments({ ...rule, metric } as OdcsRule);
    return ignored.map((name) => ({ path: childPath(`${path}.arguments`, name), reason: 'noCheck' as const }));
  });
}

/** The texts by which a document refers to other tables. */
export function referredTables(
  mapped: MappedDocument,
  document: Json,
  selected: SelectedObject | undefined,
  assetType: string,
): ReadonlySet<string> {
  const promises = promisesOf(mapped, document, selected, assetType);
  return new Set(promises.flatMap((promise) => (promise.kind === 'reference' ? (promise.table ?? []) : [])));
}

function promisesOf(
  { parts }: MappedDocument,
  document: Json,
  selected: SelectedObject | undefined,
  assetType: string,
): StatedPromise[] {
  const contract = parts as ContractDocument;
  const stored = { document, object: selected?.index ?? null, baseline: contract };
  return statedPromises({ contract, assetType, stored });
}

function isKnown(promise: StatedPromise, { isPartitioned, tables }: KnownAsset): boolean {
  if (promise.kind === 'partition') return isPartitioned;
  return promise.kind === 'reference' && (promise.table === undefined || tables.has(promise.table));
}

/** @param places path in the contract → path in the document */
function pathsOf(schema: readonly ContractColumn[], places: ReadonlyMap<string, string>): DocumentPaths {
  const fields = new Map(fieldsOf(schema, 'schema'));
  const of = (field: string): string => places.get(field) ?? field;
  return {
    of,
    ofColumn: ({ column }, member = '') => `${of(fields.get(column) ?? 'schema')}${member}`,
    ofMember: ({ column }, member) => of(`${fields.get(column)}${member}`),
  };
}

function* fieldsOf(columns: readonly ContractColumn[], list: string): Generator<readonly [ContractColumn, string]> {
  for (const [index, column] of columns.entries()) {
    const field = `${list}[${index}]`;
    yield [column, field];
    yield* fieldsOf(column.children ?? [], `${field}.children`);
  }
}
