import {
  assetColumns,
  lifecycleState,
  parseSchemaPolicy,
  parseSla,
  type JudgedPromise,
  judgedPromises,
  sortRules,
  statedPromises,
  ContractPromises,
  type ContractColumn,
  type ContractDocument,
  type Validity,
} from '@app/contracts';
import type { Lane } from '@app/queue';
import { Inject, Injectable } from '@nestjs/common';
import { learningSentence, volumeExpectation, type LearnedFindings } from '../../checks/learned';
import { checkQuality, type QualityExpectation } from '../../checks/quality-check';
import { checkSchema } from '../../checks/schema-check';
import { checkSla, evidenceLimits } from '../../checks/sla-check';
import type { QualityVerdict, SchemaVerdict, SemanticsVerdict, SlaVerdict } from '../../checks/types';
import { outageOf, overallVerdict, type Dimensions } from '../../checks/verdict';
import { counts, doneDimensions, type DoneDimension } from '../../events/run-log';
import type { SourceView } from '../../readings/source-view';
import { checkSemantics, type SemanticsRule } from '../../rules/semantics-check';
import type { RuleJudge } from '../../rules/rule-runner';
import { LearnedJudges } from '../learned-judges';
import type { LoadedContract } from './contract-loader';
import { EvidenceLoader, type Json } from './evidence-loader';
import { RuleRunners, type LaneRunners } from './rule-runners';
import type { RunVerdict } from '@app/results';
import { enforcementOf } from '@app/sources';
import { countPromises, type CountedPromises, type PromiseOutcome } from '../../checks/promises/outcome';
import { earlierFindings } from '../../checks/promises/earlier-evidence';
import type { StoredFinding } from '../../checks/promises/value-promises';
import { outcomesOf, rulesByIndex, type JudgedDimensions } from '../../checks/promises/outcomes-of';

/** How the rules of a run share the rule threads with those of others. */
export interface RuleShare {
  readonly lane: Lane;
  /** The user who asked for the run. */
  readonly asker: string;
  /** Whether a first look showed that the rules take long. */
  readonly isHeavy: boolean;
  /** Aborted when the run is no longer this worker's: its rules then leave the threads. */
  readonly signal: AbortSignal;
}

type ReportDimension = (done: DoneDimension) => void;

interface Reference {
  readonly id?: string;
  readonly name?: string;
  readonly fullyQualifiedName?: string;
}

/**
 * Evaluates a contract in its four dimensions with the pure checks; loads what they need in addition to the
 * documents.
 */
@Injectable()
export class ContractEvaluation {
  constructor(
    private readonly evidence: EvidenceLoader,
    /** One per lane: the rules of a batch must not delay those of an interactive request. */
    @Inject(RuleRunners) private readonly ruleRunners: Readonly<Record<Lane, LaneRunners>>,
    private readonly learnedJudges: LearnedJudges,
    private readonly contractPromises: ContractPromises,
  ) {}

  /**
   * Rejects only if an input could not be read, the signal is aborted, or a first look at the rules is not enough
   * (`HeavyRules`); a failed check is an outcome. `report` is called for each dimension with counted items, as it
   * completes.
   *
   * @param source the findings of readings; absent: what is stored counts
   */
  async evaluate(
    loaded: LoadedContract,
    share: RuleShare,
    report: ReportDimension,
    source?: SourceView,
  ): Promise<RunVerdict> {
    const learned = await this.learned(loaded);
    // The database and the rule thread work on theirs while the schema is compared.
    const [{ quality, ...judged }, sla, semantics, schema] = await Promise.all([
      this.quality(loaded, source, learned).then((found) => toldQuality(report, found)),
      told(report, 'sla', this.sla(loaded, source, learned)),
      told(report, 'semantics', this.semantics(loaded, share)),
      told(report, 'schema', this.schema(loaded, source)),
    ]);
    const dimensions = withItems({ schema, semantics, quality, sla });
    const { status, result } = overallVerdict(dimensions);
    const counted = await this.promises(loaded, {
      schema,
      semantics,
      sla,
      ...judged,
      learned,
      isRead: source?.data !== undefined,
    });
    const reason = outageOf(dimensions);
    const opening = datesOf(loaded.validity, loaded.now);
    const said = [`${result}${learningSentence(learned)}`, ...(counted.sentence === '' ? [] : [counted.sentence])].join(
      ' ',
    );
    return {
      status,
      body: { result: `${opening}${said}`, ...shown(dimensions) },
      ...(opening !== '' && { opening }),
      details: {
        details: {
          ...reasons(dimensions),
          promises: counted.promises,
          ...(counted.notEvaluated.length > 0 && { notEvaluated: counted.notEvaluated }),
          // How passing columns keep what was promised in another word.
          ...(schema?.notes?.length ? { schemaNotes: schema.notes } : {}),
          // Unsuccessful but not counted, also if nothing else is checked.
          ...(quality?.warnings.length ? { qualityWarnings: quality.warnings } : {}),
          ...readFrom(schema, source),
          ...(Object.keys(learned).length > 0 && { learned }),
          ...(status === 'Aborted' && reason !== undefined && { reason }),
        },
        contractVersion: loaded.contractVersion,
        ...(counted.names.length > 0 && { notEvaluated: counted.names }),
      },
    };
  }

  /** No statement where the contract does not ask for it. */
  private async learned({ contract, contractNode, assetNode, now }: LoadedContract): Promise<LearnedFindings> {
    const { learned } = parseSla(contract.sla).terms;
    return learned ? this.learnedJudges.judge(learned, { contract: contractNode, asset: assetNode, at: now }) : {};
  }

  private async schema(
    { contract, contractNode, asset, assetNode, assetType }: LoadedContract,
    source: SourceView | undefined,
  ): Promise<SchemaVerdict | undefined> {
    const contractColumns = list<ContractColumn>(contract.schema);
    const columns = assetColumns(assetType, asset);
    if (contractColumns.length === 0 || !columns) return undefined;
    const { policy } = parseSchemaPolicy(contract.extension);
    // Where the source has no such table, none of the promised columns is there.
    const seen = source?.columns === 'gone' ? { ...columns, columns: [] } : columns;
    // Without a promise about values nothing is asked, and nothing waited for.
    const promises = judgedPromises(contractColumns);
    const values = {
      ...(source?.promises && { read: source.promises }),
      ...(source && !source.promises && { unread: source.unread?.reason ?? 'internal' }),
      ...(!source && promises.length > 0 && { stored: await this.stored(promises, contractNode, assetNode) }),
      enforcement: enforcementOf(String(asset.serviceType ?? ''), asset.tableType as string | undefined),
    };
    const verdict = checkSchema({ contractColumns, asset: seen, policy, values });
    return source?.unread ? unreadColumns(verdict, source.unread.reason) : verdict;
  }

  private async stored(
    promises: readonly JudgedPromise[],
    contract: string,
    asset: string,
  ): Promise<ReadonlyMap<string, StoredFinding>> {
    const paths = promises.flatMap((one) => (one.kind === 'primaryKey' ? [] : [one.column.path]));
    return earlierFindings(promises, await this.evidence.ofValues(contract, asset, [...new Set(paths)]));
  }

  /** Counts what became of the promises of a contract. No statement where it was not imported. */
  private async promises(
    { contract, contractNode, assetType, isImported }: LoadedContract,
    found: JudgedDimensions,
  ): Promise<CountedPromises> {
    const stored = isImported ? await this.contractPromises.document(contractNode) : undefined;
    const stated = statedPromises({ contract: contract as ContractDocument, assetType, ...(stored && { stored }) });
    return countPromises(stated, outcomesOf(stated, found));
  }

  private async semantics(
    { contract, asset, assetType, now }: LoadedContract,
    { lane, asker, isHeavy, signal }: RuleShare,
  ): Promise<SemanticsVerdict | undefined> {
    const rules = list<SemanticsRule>(contract.semantics);
    if (rules.length === 0) return undefined;
    const runner = this.ruleRunners[lane][isHeavy ? 'heavy' : 'first'];
    const judge: RuleJudge = { judge: (job) => runner.judge({ ...job, asker, signal }) };
    return checkSemantics({ rules, asset, assetType, now }, judge);
  }

  private async quality(
    { contract, contractNode, likelyEvidence, now }: LoadedContract,
    source: SourceView | undefined,
    { volume }: LearnedFindings,
  ): Promise<Pick<JudgedDimensions, 'expected' | 'rules' | 'computed'> & { readonly quality?: QualityVerdict }> {
    const references = list<Reference>(contract.qualityExpectations);
    const ids = references.flatMap(({ id }) => id ?? []);
    const known = ids.length > 0 ? await this.evidence.ofTestCases(ids, likelyEvidence) : new Map<string, never>();
    const rules = source ? source.rules : await this.storedRules(contract, contractNode);
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

  /** The rules that a reading has computed once; others are neither counted nor told. */
  private async storedRules(contract: Json, node: string): Promise<readonly (QualityExpectation | undefined)[]> {
    const { tests } = sortRules(contract.odcsQualityRules);
    if (tests.length === 0) return [];
    const known = await this.evidence.ofRules(node);
    return tests.map(({ key, severity }) => {
      const found = known.get(key);
      if (!found?.newest || found.isDeleted) return undefined;
      return { ...found, ...(severity !== undefined && { severity }) };
    });
  }

  private async sla(
    { contract, asset, assetNode, now, likelyEvidence }: LoadedContract,
    source: SourceView | undefined,
    { freshness }: LearnedFindings,
  ): Promise<SlaVerdict | undefined> {
    if (!contract.sla) return undefined;
    const { sla } = contract;
    const evidence = await this.evidence.ofAsset(assetNode, asset, evidenceLimits(sla, now), likelyEvidence);
    const found = { ...(source && { reading: source.sla }), ...(freshness && { learned: freshness }) };
    return checkSla({ sla, evidence: { ...evidence, now }, ...found });
  }
}

/** Columns as they were seen last: what is met by them may have changed since. */
function unreadColumns({ blocked: _some, ...verdict }: SchemaVerdict, reason: string): SchemaVerdict {
  const outcomes = [...(verdict.outcomes ?? [])].map(
    ([path, outcome]) =>
      [path, 'by' in outcome && outcome.by === 'catalog' && outcome.state === 'held' ? BLOCKED : outcome] as const,
  );
  return { ...verdict, outcomes: new Map(outcomes), blockedBy: reason };
}

const BLOCKED: PromiseOutcome = { state: 'blocked' };

/** Where the evidence comes from, and what of it was seen at another time. */
function readFrom(schema: SchemaVerdict | undefined, source: SourceView | undefined): object {
  if (!source) return { readFrom: 'stored' };
  const { data, columnsAsOf } = source;
  return {
    readFrom: 'source',
    ...(data && { data }),
    ...(schema && columnsAsOf !== undefined && { schemaAsOf: columnsAsOf }),
  };
}

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

/** The beginning of a result's sentence, where the contract is upcoming, or deprecated until a day. */
function datesOf(validity: Validity, now: number): string {
  const { from, until } = validity;
  const state = lifecycleState(validity, now);
  if (state === 'upcoming') return `Takes effect on ${new Date(from!).toISOString()}. `;
  return state === 'deprecated' && until !== undefined ? `Deprecated, ends on ${new Date(until).toISOString()}. ` : '';
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

/** The four validation objects of the result format, with exactly these fields. */
function shown({ schema, semantics, quality, sla }: Dimensions): object {
  return {
    ...(schema && { schemaValidation: { ...counts(schema), failedFields: schema.failedFields } }),
    ...(semantics && { semanticsValidation: { ...counts(semantics), failedRules: semantics.failedRules } }),
    ...(quality && { qualityValidation: { ...counts(quality), qualityScore: quality.qualityScore } }),
    ...(sla && { slaValidation: sla.sla }),
  };
}

/** The reasons and the evidence. */
function reasons({ schema, quality, sla }: Dimensions): object {
  const { sla: _met, targets: _targets, ...seen } = sla ?? { sla: {} };
  return {
    ...(schema && schema.failed > 0 && { schemaValidation: schema.details }),
    ...(quality && quality.failed > 0 && { qualityValidation: quality.details }),
    ...(sla && { slaValidation: seen }),
  };
}

function list<Item>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? (value as Item[]) : [];
}
