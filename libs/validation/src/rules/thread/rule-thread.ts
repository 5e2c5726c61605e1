import { parentPort } from 'node:worker_threads';
import { RuleEvaluator, type RuleOutcome } from '../engine/rule-evaluator';
import {
  BEGUN,
  CURRENT,
  FINISHED,
  KEPT_ASSET,
  KEPT_MS,
  STARTED,
  elapsedSince,
  overBudget,
  type AskedRules,
  type JudgeRequest,
  type ThreadAnswer,
} from './rule-message';

/** Parsed rules cached per thread; rules are at most 64 KiB and mostly some hundred bytes. */
const MOST_RULES = 200;

const evaluator = new RuleEvaluator();
// eslint-disable-next-line house/no-learned-ways -- follows from the text of the rule
const rules = new Map<string, unknown>();

/** The last large asset. A second one would need heap that the thread does not have. */
// eslint-disable-next-line house/no-learned-ways -- follows from the key of the asset, which the caller sends
let keptAsset: { readonly key: number; readonly asset: unknown } | undefined;

/** Entry point of a rule thread: it evaluates requests, and is terminated from outside if a rule exceeds its budget. */
parentPort?.on('message', (request: JudgeRequest) => {
  const { runs, budget, steps, turn, progress, askedAt } = request;
  const asked = runs.flatMap((run) => {
    const subject = { asset: assetOf(run), now: run.now };
    return run.rules.map((rule) => ({ ...rule, subject }));
  });
  let kept: [number, RuleOutcome][] = [];
  const begun = elapsedSince(askedAt);
  let toldAt = begun;
  Atomics.store(progress, BEGUN, begun);
  for (const { index, text, subject } of asked) {
    const startedAt = elapsedSince(askedAt);
    if (startedAt - begun > turn) break;
    if (kept.length > 0 && startedAt - toldAt > KEPT_MS) {
      answer({ kind: 'outcomes', outcomes: kept });
      [kept, toldAt] = [[], startedAt];
    }
    Atomics.store(progress, STARTED, startedAt);
    Atomics.store(progress, CURRENT, index);
    const outcome = evaluator.evaluate({ logic: ruleOf(text) }, subject, steps);
    const isLate = elapsedSince(askedAt) - startedAt > budget;
    kept.push([index, isLate ? overBudget(budget) : outcome]);
  }
  Atomics.store(progress, STARTED, elapsedSince(askedAt));
  Atomics.store(progress, CURRENT, FINISHED);
  answer({ kind: 'done', outcomes: kept });
});

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}

function assetOf({ asset: text, assetKey: key }: AskedRules): unknown {
  if (text === undefined) return keptAsset?.asset;
  if (text.length < KEPT_ASSET) return JSON.parse(text);
  keptAsset = undefined;
  keptAsset = { key, asset: JSON.parse(text) as unknown };
  return keptAsset.asset;
}

/** A Map has insertion order: the first entry is the least recently used. */
function ruleOf(text: string): unknown {
  const logic = rules.has(text) ? rules.get(text) : (JSON.parse(text) as unknown);
  rules.delete(text);
  rules.set(text, logic);
  const [oldest] = rules.keys();
  if (rules.size > MOST_RULES && oldest !== undefined) rules.delete(oldest);
  return logic;
}
