import { assetColumns, lifecycleState, parseSchemaPolicy, type ContractColumn, type Validity } from '@app/contracts';
import type { Lane } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { checkQuality } from '../../checks/quality-check';
import { checkSchema } from '../../checks/schema-check';
import { checkSla, evidenceLimits } from '../../checks/sla-check';
import type { QualityVerdict, SchemaVerdict, SemanticsVerdict, SlaVerdict } from '../../checks/types';
import { overallVerdict, type Dimensions } from '../../checks/verdict';
import { doneDimensions, type DoneDimension } from '../../events/run-log';
import { checkSemantics, type SemanticsRule } from '../../rules/semantics-check';
import type { RuleJudge } from '../../rules/rule-runner';
import type { LoadedContract } from './contract-loader';
import { EvidenceLoader } from './evidence-loader';
import type { LaneRunners } from './rule-runners';
import type { RunOutcome } from './run-claim.repository';

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
    private readonly ruleRunners: Readonly<Record<Lane, LaneRunners>>,
  ) {}

  /**
   * Rejects only if an input could not be read, the signal is aborted, or a first look at the rules is not enough
   * (`HeavyRules`); a failed check is an outcome. `report` is called for each dimension with counted items, as it
   * completes.
   */
  async evaluate(loaded: LoadedContract, share: RuleShare, report: ReportDimension): Promise<RunOutcome> {
    // The database and the rule thread work on theirs while the schema is compared.
    const [quality, sla, semantics, schema] = await Promise.all([
      this.quality(loaded).then((verdict) => told(report, 'quality', verdict)),
      this.sla(loaded).then((verdict) => reported(report, verdict ? { sla: verdict } : {}).sla),
      this.semantics(loaded, share).then((verdict) => told(report, 'semantics', verdict)),
      this.schema(loaded).then((verdict) => told(report, 'schema', verdict)),
    ]);
    const dimensions: Dimensions = {
      ...counted('schema', schema),
      ...counted('semantics', semantics),
      ...counted('quality', quality),
      ...(sla && { sla }),
    };
    const { status, result } = overallVerdict(dimensions);
    const notEvaluated = semantics?.notEvaluated ?? [];
    const opening = datesOf(loaded.validity, loaded.now);
    return {
      status,
      body: { result: `${opening}${result}`, ...shown(dimensions) },
      ...(opening !== '' && { opening }),
      details: {
        details: { ...reasons(dimensions), ...noted(schema), ...warned(quality) },
        contractVersion: loaded.contractVersion,
        ...(notEvaluated.length > 0 && { notEvaluated }),
      },
    };
  }

  private async schema({ contract, asset, assetType }: LoadedContract): Promise<SchemaVerdict | undefined> {
    const contractColumns = list<ContractColumn>(contract.schema);
    const columns = assetColumns(assetType, asset);
    if (contractColumns.length === 0 || !columns) return undefined;
    const { policy } = parseSchemaPolicy(contract.extension);
    return checkSchema({ contractColumns, asset: columns, policy });
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

  private async quality({ contract, likelyEvidence }: LoadedContract): Promise<QualityVerdict | undefined> {
    const references = list<Reference>(contract.qualityExpectations);
    if (references.length === 0) return undefined;
    const ids = references.flatMap(({ id }) => id ?? []);
    const known = await this.evidence.ofTestCases(ids, likelyEvidence);
    return checkQuality(references.map((ref) => ({ ref, ...known.get(ref.id ?? '') })));
  }

  private async sla({
    contract,
    asset,
    assetNode,
    now,
    likelyEvidence,
  }: LoadedContract): Promise<SlaVerdict | undefined> {
    if (!contract.sla) return undefined;
    const { sla } = contract;
    const evidence = await this.evidence.ofAsset(assetNode, asset, evidenceLimits(sla, now), likelyEvidence);
    return checkSla({ sla, evidence: { ...evidence, now } });
  }
}

/** The beginning of a result's sentence, where the contract is upcoming, or deprecated until a day. */
function datesOf(validity: Validity, now: number): string {
  const { from, until } = validity;
  const state = lifecycleState(validity, now);
  if (state === 'upcoming') return `Takes effect on ${new Date(from!).toISOString()}. `;
  return state === 'deprecated' && until !== undefined ? `Deprecated, ends on ${new Date(until).toISOString()}. ` : '';
}

/** A dimension without counted items is treated as one that the contract does not have. */
function counted<Name extends string, Counts extends { readonly total: number }>(
  name: Name,
  verdict: Counts | undefined,
): Partial<Record<Name, Counts>> {
  return verdict && verdict.total > 0 ? ({ [name]: verdict } as Partial<Record<Name, Counts>>) : {};
}

function reported(report: ReportDimension, dimensions: Dimensions): Dimensions {
  doneDimensions(dimensions).forEach(report);
  return dimensions;
}

function told<Verdict extends { readonly total: number }>(
  report: ReportDimension,
  name: keyof Dimensions,
  verdict: Verdict | undefined,
): Verdict | undefined {
  reported(report, counted(name, verdict) as Dimensions);
  return verdict;
}

/** The four validation objects of the result format, with exactly these fields. */
function shown({ schema, semantics, quality, sla }: Dimensions): object {
  const counts = ({ passed, failed, total }: { passed: number; failed: number; total: number }) => ({
    passed,
    failed,
    total,
  });
  return {
    ...(schema && { schemaValidation: { ...counts(schema), failedFields: schema.failedFields } }),
    ...(semantics && { semanticsValidation: { ...counts(semantics), failedRules: semantics.failedRules } }),
    ...(quality && { qualityValidation: { ...counts(quality), qualityScore: quality.qualityScore } }),
    ...(sla && { slaValidation: sla.sla }),
  };
}

/** The reasons and the evidence. */
function reasons({ schema, quality, sla }: Dimensions): object {
  const { sla: _met, ...seen } = sla ?? { sla: {} };
  return {
    ...(schema && schema.failed > 0 && { schemaValidation: schema.details }),
    ...(quality && quality.failed > 0 && { qualityValidation: quality.details }),
    ...(sla && { slaValidation: seen }),
  };
}

/** How passing columns keep what was promised in another word. */
function noted(schema: SchemaVerdict | undefined): object {
  return schema?.notes?.length ? { schemaNotes: schema.notes } : {};
}

/** Warnings: unsuccessful but not counted, also if nothing else is checked. */
function warned(quality: QualityVerdict | undefined): object {
  return quality && quality.warnings.length > 0 ? { qualityWarnings: quality.warnings } : {};
}

function list<Item>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? (value as Item[]) : [];
}
