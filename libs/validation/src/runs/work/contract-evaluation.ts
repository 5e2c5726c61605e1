import { lifecycleState, parseSla, type Validity } from '@app/contracts';
import type { Lane } from '@app/queue';
import type { RunVerdict } from '@app/results';
import { Inject, Injectable } from '@nestjs/common';
import { learningSentence, type LearnedFindings } from '../../checks/learned';
import { countPromises } from '../../checks/promises/outcome';
import { outcomesOf } from '../../checks/promises/outcomes-of';
import type { SchemaVerdict, SemanticsVerdict } from '../../checks/types';
import { outageOf, overallVerdict, type Dimensions } from '../../checks/verdict';
import { counts } from '../../events/run-log';
import type { SourceView } from '../../readings/source-view';
import type { RuleJudge } from '../../rules/rule-runner';
import { checkSemantics, type SemanticsRule } from '../../rules/semantics-check';
import { LearnedJudges } from '../learned-judges';
import type { LoadedContract } from './contract-loader';
import { PromiseJudge, type ReportDimension } from './promise-judge';
import { RuleRunners, type LaneRunners } from './rule-runners';

const PARTIAL = 'The contract is judged on the rows that the reader sees.';

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

/**
 * Evaluates a contract in its four dimensions with the pure checks; loads what they need in addition to the
 * documents.
 */
@Injectable()
export class ContractEvaluation {
  constructor(
    private readonly promises: PromiseJudge,
    /** One per lane: the rules of a batch must not delay those of an interactive request. */
    @Inject(RuleRunners) private readonly ruleRunners: Readonly<Record<Lane, LaneRunners>>,
    private readonly learnedJudges: LearnedJudges,
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
    const judging = { learned, stored: this.promises.document(loaded), semantics: this.semantics(loaded, share) };
    const { dimensions, stated, found, quality } = await this.promises.judge(loaded, { ...judging, source, report });
    const { schema } = found;
    const { status, result } = overallVerdict(dimensions);
    const counted = countPromises(stated, outcomesOf(stated, found));
    const reason = outageOf(dimensions);
    const opening = datesOf(loaded.validity, loaded.now);
    const said = [
      `${result}${learningSentence(learned)}`,
      ...(source?.data?.partial ? [PARTIAL] : []),
      ...(counted.sentence === '' ? [] : [counted.sentence]),
    ].join(' ');
    return {
      status,
      body: { result: `${opening}${said}`, ...shown(dimensions) },
      ...(opening !== '' && { opening }),
      details: {
        details: {
          ...reasons(dimensions),
          promises: counted.promises,
          ...(counted.notEvaluated.length > 0 && { notEvaluated: counted.notEvaluated }),
          // How passing columns meet a promise in another word.
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

  private async semantics(
    { contract, asset, assetType, now }: LoadedContract,
    { lane, asker, isHeavy, signal }: RuleShare,
  ): Promise<SemanticsVerdict | undefined> {
    const rules = (contract.semantics ?? []) as readonly SemanticsRule[];
    if (rules.length === 0) return undefined;
    const runner = this.ruleRunners[lane][isHeavy ? 'heavy' : 'first'];
    const judge: RuleJudge = { judge: (job) => runner.judge({ ...job, asker, signal }) };
    return checkSemantics({ rules, asset, assetType, now }, judge);
  }
}

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

/** The beginning of a result's sentence, where the contract is upcoming, or deprecated until a day. */
function datesOf(validity: Validity, now: number): string {
  const { from, until } = validity;
  const state = lifecycleState(validity, now);
  if (state === 'upcoming') return `Takes effect on ${new Date(from!).toISOString()}. `;
  return state === 'deprecated' && until !== undefined ? `Deprecated, ends on ${new Date(until).toISOString()}. ` : '';
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

function reasons({ schema, quality, sla }: Dimensions): object {
  const { sla: _met, targets: _targets, ...seen } = sla ?? { sla: {} };
  return {
    ...(schema && schema.failed > 0 && { schemaValidation: schema.details }),
    ...(quality && quality.failed > 0 && { qualityValidation: quality.details }),
    ...(sla && { slaValidation: seen }),
  };
}
