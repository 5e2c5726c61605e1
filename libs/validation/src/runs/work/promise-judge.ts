import {
  assetColumns,
  type AssetColumns,
  assetPath,
  columnsOfPromise,
  type ContractColumn,
  type ContractDocument,
  ContractPromises,
  judgedPromises,
  type JudgedPromise,
  nameCaseOf,
  parseSchemaPolicy,
  pathInAsset,
  type PromisedColumn,
  promisesOfColumns,
  sortRules,
  type StatedPromise,
  statedPromises,
  type StoredPromises,
} from '@app/contracts';
import { splitFqn } from '@app/catalog';
import { enforcementOf } from '@app/sources';
import { Injectable } from '@nestjs/common';
import { type LearnedFindings, volumeExpectation } from '../../checks/learned';
import { earlierFindings } from '../../checks/promises/earlier-evidence';
import type { PromiseOutcome } from '../../checks/promises/outcome';
import { type JudgedDimensions, rulesByIndex } from '../../checks/promises/outcomes-of';
import type { StoredFinding } from '../../checks/promises/value-promises';
import { checkQuality, type QualityExpectation } from '../../checks/quality-check';
import { checkSchema } from '../../checks/schema-check';
import { checkSla, evidenceLimits } from '../../checks/sla-check';
import type { QualityVerdict, SchemaVerdict, SemanticsVerdict, SlaVerdict, Unread } from '../../checks/types';
import { type Dimensions, TABLE_GONE } from '../../checks/verdict';
import { doneDimensions, type DoneDimension } from '../../events/run-log';
import type { SourceView } from '../../readings/source-view';
import type { LoadedContract } from './contract-loader';
import { EvidenceLoader, type Json } from './evidence-loader';

/** Stored evidence beside the documents of a contract and its asset. */
export type StoredEvidence = Pick<EvidenceLoader, 'ofTestCases' | 'ofRules' | 'ofValues' | 'ofAsset'>;

/** The document that a contract was imported from, where it was, and the type of its asset. */
type Imported = Pick<LoadedContract, 'contractNode' | 'isImported' | 'asset' | 'assetType'>;

/** Inputs of a judgement beside the documents. */
export interface Judging {
  readonly learned: LearnedFindings;
  /** The document that the contract was imported from. */
  readonly stored: Promise<StoredPromises | undefined>;
  readonly semantics: Promise<SemanticsVerdict | undefined>;
  /** The findings of readings; absent: what is stored counts. */
  readonly source?: SourceView | undefined;
  /** Default: the newest that is stored. */
  readonly evidence?: StoredEvidence;
  /** Called for each dimension with counted items, as it completes. */
  readonly report?: ReportDimension;
}

export type ReportDimension = (done: DoneDimension) => void;

/** The findings about a contract. */
export interface JudgedContract {
  readonly dimensions: Dimensions;
  /** Also of dimensions that have no counted items. */
  readonly found: JudgedDimensions;
  readonly stated: readonly StatedPromise[];
  /** Also where no test case of it counts. */
  readonly quality?: QualityVerdict | undefined;
}

interface Reference {
  readonly id?: string;
  readonly name?: string;
  readonly fullyQualifiedName?: string;
}

/** Judges the promises of a contract in its four dimensions with the pure checks, by a reading or by what is stored. */
@Injectable()
export class PromiseJudge {
  constructor(
    private readonly newest: EvidenceLoader,
    private readonly contractPromises: ContractPromises,
  ) {}

  /** The database works on its part while the schema is compared. */
  async judge(loaded: LoadedContract, judging: Judging): Promise<JudgedContract> {
    const { learned, stored, source, report = () => undefined } = judging;
    const [{ quality, ...judged }, sla, semantics, schema] = await Promise.all([
      this.quality(loaded, judging).then((found) => toldQuality(report, found)),
      told(report, 'sla', this.sla(loaded, judging)),
      told(report, 'semantics', judging.semantics),
      told(report, 'schema', this.schema(loaded, judging)),
    ]);
    const { contract, assetType } = loaded;
    const document = await stored;
    return {
      dimensions: withItems({ schema, semantics, quality, sla }),
      found: { schema, semantics, sla, ...judged, learned, isRead: source?.data !== undefined },
      quality,
      stated: statedPromises({
        ...{ contract: contract as ContractDocument, assetType },
        ...(document && { stored: document }),
      }),
    };
  }

  /** The document that a contract was imported from. No statement where it was not. */
  async document({ contractNode, isImported, asset, assetType }: Imported): Promise<StoredPromises | undefined> {
    const document = isImported ? await this.contractPromises.document(contractNode) : undefined;
    return document && { ...document, nameCase: nameCaseOf(assetColumns(assetType, asset) ?? {}) };
  }

  private async schema(
    { contract, contractNode, asset, assetNode, assetType }: LoadedContract,
    { source, stored: document, evidence = this.newest }: Judging,
  ): Promise<SchemaVerdict | undefined> {
    const contractColumns = list<ContractColumn>(contract.schema);
    const columns = assetColumns(assetType, asset);
    if (contractColumns.length === 0 || !columns) return undefined;
    const { policy } = parseSchemaPolicy(contract.extension);
    // Where the source has no such table, or it cannot be read, none of the promised columns is there.
    const seen = source?.columns === 'gone' || source?.broken ? { ...columns, columns: [] } : columns;
    // Without a promise about values nothing is asked, and nothing waited for.
    const promises = promisesOfColumns(contractColumns, await document);
    const ofRows = judgedPromises(promises);
    const values = {
      ...(source?.promises && { read: source.promises }),
      ...(source && !source.promises && { unread: (source.unread ?? source.broken)?.reason ?? 'internal' }),
      ...(!source &&
        ofRows.length > 0 && {
          stored: await storedFindings(ofRows, contractNode, [assetNode, columns], evidence),
        }),
      enforcement: enforcementOf(String(asset.serviceType ?? ''), asset.tableType as string | undefined),
    };
    const verdict = checkSchema({ contractColumns, asset: seen, policy, values, promises });
    if (source?.columns === 'gone') return { ...verdict, unreadable: TABLE_GONE };
    if (source?.broken) return brokenColumns(verdict, source.broken);
    return source?.unread ? unreadColumns(verdict, source.unread.reason) : verdict;
  }

  private async quality(
    { contract, contractNode, likelyEvidence, now }: LoadedContract,
    { source, learned: { volume }, evidence = this.newest }: Judging,
  ): Promise<Pick<JudgedDimensions, 'expected' | 'rules' | 'computed'> & { readonly quality?: QualityVerdict }> {
    const references = list<Reference>(contract.qualityExpectations);
    const ids = references.flatMap(({ id }) => id ?? []);
    const known = ids.length > 0 ? await evidence.ofTestCases(ids, likelyEvidence) : new Map<string, never>();
    const rules = source ? source.rules : await storedRules(contract, contractNode, evidence);
    const found = {
      ...{ rules: rulesByIndex(contract.odcsQualityRules, rules), computed: source?.computed ?? new Set<string>() },
    };
    const expected = references.map((ref) => unlessMissing({ ref, ...known.get(ref.id ?? '') }, source, now));
    // A test case of a rule that is expected as well counts once.
    const others = rules
      .filter((one) => one !== undefined)
      .filter(({ ref }) => ref.id === undefined || !ids.includes(ref.id));
    const all = [...expected, ...others, ...(volume ? [volumeExpectation(volume, now)] : [])];
    return { ...found, expected, ...(all.length > 0 && { quality: checkQuality(all) }) };
  }

  private async sla(
    { contract, asset, assetNode, now, likelyEvidence }: LoadedContract,
    { source, learned: { freshness }, evidence: stored = this.newest }: Judging,
  ): Promise<SlaVerdict | undefined> {
    if (!contract.sla) return undefined;
    const { sla } = contract;
    const evidence = await stored.ofAsset(assetNode, asset, evidenceLimits(sla, now), likelyEvidence);
    const found = { ...(source && { reading: source.sla }), ...(freshness && { learned: freshness }) };
    return checkSla({ sla, evidence: { ...evidence, now }, ...found });
  }
}

async function storedFindings(
  promises: readonly JudgedPromise[],
  contract: string,
  [asset, columns]: readonly [node: string, columns: AssetColumns],
  evidence: StoredEvidence,
): Promise<ReadonlyMap<string, StoredFinding>> {
  const pathOf = (column: PromisedColumn): string => assetPath(column, columns);
  const paths = promises.flatMap((one) => (one.kind === 'primaryKey' ? [] : columnsOfPromise(one).map(pathOf)));
  const records = await evidence.ofValues(contract, asset, [...new Set(paths)]);
  const own = (path: string): string => pathInAsset(splitFqn(path) ?? [path], columns) ?? path;
  const found = records.map((one) => (one.kind === 'test' ? { ...one, path: own(one.path) } : one));
  return earlierFindings(promises, found, pathOf);
}

/** The rules that a reading has computed once; others are neither counted nor reported. */
async function storedRules(
  contract: Json,
  node: string,
  evidence: StoredEvidence,
): Promise<readonly (QualityExpectation | undefined)[]> {
  const { tests } = sortRules(contract.odcsQualityRules);
  if (tests.length === 0) return [];
  const known = await evidence.ofRules(node);
  return tests.map(({ key, severity }) => {
    const found = known.get(key);
    if (!found?.newest || found.isDeleted) return undefined;
    return { ...found, ...(severity !== undefined && { severity }) };
  });
}

/** Columns as they were seen last: what is met by them may have changed since. */
function unreadColumns({ blocked: _some, ...verdict }: SchemaVerdict, reason: string): SchemaVerdict {
  const outcomes = [...(verdict.outcomes ?? [])].map(
    ([path, outcome]) =>
      [path, 'by' in outcome && outcome.by === 'catalog' && outcome.state === 'held' ? BLOCKED : outcome] as const,
  );
  return { ...verdict, outcomes: new Map(outcomes), blockedBy: reason };
}

/** The columns of a table that cannot be read say why, rather than that they are missing. */
function brokenColumns(verdict: SchemaVerdict, { reason, message }: Unread): SchemaVerdict {
  const unreadable = `${message} (${reason})`;
  const why = `cannot be read: ${unreadable}`;
  return { ...verdict, unreadable, details: verdict.details.map(({ field }) => ({ field, message: why })) };
}

const BLOCKED: PromiseOutcome = { state: 'blocked' };

/** A test case that was to be computed and was not has no outcome, whatever it came to before. */
function unlessMissing(
  expectation: QualityExpectation,
  source: SourceView | undefined,
  now: number,
): QualityExpectation {
  const unread = source?.missing.get(expectation.ref.id ?? '');
  if (!unread || expectation.isDeleted) return expectation;
  const newest = { status: 'Aborted', timestamp: now, result: unread.message } as const;
  return { ...expectation, newest, blockedBy: unread.reason };
}

/** Without dimensions that have no counted items: they are treated as those that the contract does not have. */
function withItems({ schema, semantics, quality, sla }: Dimensions): Dimensions {
  return {
    ...(schema && schema.total > 0 && { schema }),
    ...(semantics && semantics.total > 0 && { semantics }),
    ...(quality && quality.total > 0 && { quality }),
    ...(sla && { sla }),
  };
}

async function told<Name extends keyof Dimensions>(
  report: ReportDimension,
  name: Name,
  judged: Promise<Dimensions[Name]>,
): Promise<Dimensions[Name]> {
  const verdict = await judged;
  doneDimensions(withItems({ [name]: verdict })).forEach(report);
  return verdict;
}

function toldQuality<Found extends { readonly quality?: QualityVerdict }>(
  report: ReportDimension,
  found: Found,
): Found {
  doneDimensions(withItems({ quality: found.quality })).forEach(report);
  return found;
}

function list<Item>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? (value as Item[]) : [];
}
