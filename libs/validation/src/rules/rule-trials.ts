import { setImmediate } from 'node:timers/promises';
import { EntityReader, entityTypes } from '@app/catalog';
import { AppError, Semaphore, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { RuleOutcome } from './engine/rule-evaluator';
import { judgeByName } from './named-rule';
import { compileRule } from './rule-compiler';
import type { SemanticsVerdict } from '../checks/types';
import { type RuleJudge, RuleRunner } from './rule-runner';
import { checkSemantics, type SemanticsCheck } from './semantics-check';

/** Maximum number of rules per request: each may take a second. */
export const MAX_RULES = 20;

/** A rule to try: JSON-logic, or a name with built-in meaning. */
export interface TriedRule {
  readonly name?: string;
  readonly rule?: unknown;
}

/** One rule or some, and the asset that they are tried on: an entity, or a document in the request. */
export interface RuleTrialRequest {
  readonly rule?: unknown;
  readonly rules?: readonly TriedRule[];
  readonly entityId?: string;
  readonly entityType?: string;
  readonly asset?: Readonly<Record<string, unknown>>;
}

interface TriedAsset {
  readonly text: string;
  readonly document: () => unknown;
}

/** Requests that may wait for the single thread: each rule may take a second. */
const MOST_AT_ONCE = 8;
/** Trials of one user among them: the others leave room for other users. */
const MOST_OF_ONE = 2;

/** Outcome of a rule. Plain-text rules are not evaluated. */
export interface TrialOutcome {
  readonly name?: string;
  readonly evaluated: boolean;
  readonly passed?: boolean;
  readonly reason?: string;
}

export interface TrialAnswer {
  readonly results: readonly TrialOutcome[];
}

/**
 * Tries semantics rules before they are added to a contract; nothing is stored. Runs in a thread, within the budget
 * of runs.
 */
@Injectable()
export class RuleTrials implements OnApplicationShutdown {
  private readonly runner = new RuleRunner();
  private readonly trials = new Semaphore({ atOnce: MOST_AT_ONCE, queueLength: 0, refusal: tooManyTrials });
  // eslint-disable-next-line house/no-learned-ways -- trials that are under way
  private readonly byUser = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly reader: EntityReader,
  ) {}

  /** @throws {AppError} BAD_REQUEST; NOT_FOUND, FORBIDDEN for the entity; TOO_MANY_REQUESTS while many others, or two of the caller, try rules */
  async evaluate(actor: Actor, { rule, rules = [{ rule }], ...on }: RuleTrialRequest): Promise<TrialAnswer> {
    const asset = await this.assetOf(actor, on);
    return this.ofUser(actor.name, () =>
      this.trials.run(async () => ({ results: await this.judge(actor, rules, asset) })),
    );
  }

  /** Judges the rules of a contract as a run does. @throws {AppError} TOO_MANY_REQUESTS as `evaluate` */
  semantics(actor: Actor, check: SemanticsCheck): Promise<SemanticsVerdict> {
    const judge: RuleJudge = { judge: (job) => this.runner.judge({ ...job, asker: actor.name }) };
    return this.ofUser(actor.name, () => this.trials.run(() => checkSemantics(check, judge)));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner.close();
  }

  private async ofUser<T>(name: string, work: () => Promise<T>): Promise<T> {
    const others = this.byUser.get(name) ?? 0;
    if (others >= MOST_OF_ONE) throw tooManyTrials();
    this.byUser.set(name, others + 1);
    try {
      return await work();
    } finally {
      const left = this.byUser.get(name)! - 1;
      if (left > 0) this.byUser.set(name, left);
      else this.byUser.delete(name);
    }
  }

  private async judge({ name: asker }: Actor, rules: readonly TriedRule[], asset: TriedAsset): Promise<TrialOutcome[]> {
    const texts = rules.flatMap((tried) => logicOf(tried) ?? []);
    const judged =
      texts.length > 0
        ? await this.runner.judge({ asset: asset.text, rules: texts, now: await this.database.now(), asker })
        : [];
    const next = judged.values();
    const document = texts.length < rules.length ? asset.document() : undefined;
    return rules.map((tried) => {
      const outcome = logicOf(tried) === undefined ? judgeByName(tried.name ?? '', document) : next.next().value;
      return outcomeOf(tried, outcome);
    });
  }

  /** With all fields, as in a run, but without fields hidden from the caller. */
  private async assetOf(actor: Actor, { asset, entityId, entityType }: RuleTrialRequest): Promise<TriedAsset> {
    if (asset) {
      // Its size was measured for as long as its text will take to make: yield in between.
      await setImmediate();
      return { text: JSON.stringify(asset), document: () => asset };
    }
    const { json } = await this.reader.get(actor, entityTypes.get(entityType!), { id: entityId! }, '*', 'non-deleted');
    return { text: json, document: () => JSON.parse(json) as unknown };
  }
}

function tooManyTrials(): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'Many rules are being tried out; try again later', { retryAfter: 2 });
}

/** The text of a rule with logic, which was validated when it was parsed. */
function logicOf({ rule }: TriedRule): string | undefined {
  if (rule === undefined || rule === null) return undefined;
  const compiled = compileRule(rule);
  return compiled.ok ? compiled.rule.text : undefined;
}

function outcomeOf({ name }: TriedRule, outcome: RuleOutcome | undefined): TrialOutcome {
  return {
    ...(name !== undefined && { name }),
    evaluated: outcome !== undefined,
    ...outcome,
  };
}
