import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { apply, type Mutant } from '../mutate/mutant';
import type { Answer, Question, ThreadStart } from './mutation-message';
import { SourceModules } from './source-modules';
import { SpecRunner } from './spec-runner';

const { root, specs, sources } = workerData as ThreadStart;
const modules = new SourceModules(root);
const runner = new SpecRunner();

/** Cases of a property for one mutant: there are thousands of mutants. */
const PROPERTY_RUNS = 25;
/** How long each spec took without a change, in ms; the quick ones go first. */
const took = new Map<string, number>();

/** What is random is the same each time, and a failure is not made small: that it fails is enough. */
function settleProperties(): void {
  const fastCheck = modules.load('node_modules/fast-check') as { configureGlobal(settings: object): void };
  fastCheck.configureGlobal({ seed: 20, endOnFailure: true, numRuns: PROPERTY_RUNS });
}

async function runSpec(spec: string): Promise<string | undefined> {
  modules.forget([spec]);
  const failure = await runner.firstFailure(() => modules.load(spec));
  return failure && `${spec}: ${failure}`;
}

async function firstFailure(those: readonly string[]): Promise<Answer> {
  for (const spec of those) {
    const by = await runSpec(spec);
    if (by) return { fate: 'killed', by };
  }
  return { fate: those.length > 0 ? 'survived' : 'uncovered' };
}

/** For each file the specs that import it, the quick ones first. */
const reaching = new Map<string, readonly string[]>();

async function baseline(): Promise<Answer> {
  for (const spec of specs) {
    const begin = performance.now();
    const answer = await firstFailure([spec]);
    if (answer.fate !== 'survived') return answer;
    took.set(spec, performance.now() - begin);
  }
  const quickFirst = [...specs].sort((a, b) => (took.get(a) ?? 0) - (took.get(b) ?? 0));
  // Read from what is loaded, so before any change: afterwards much is forgotten.
  for (const file of sources)
    reaching.set(
      file,
      quickFirst.filter((spec) => modules.reaches(spec, file)),
    );
  return { fate: 'survived' };
}

async function judge(mutant: Mutant): Promise<Answer> {
  const text = apply(mutant, readFileSync(join(root, mutant.file), 'utf8'));
  if (!modules.isProgram(mutant.file, text)) return { fate: 'invalid' };
  const those = reaching.get(mutant.file) ?? [];
  modules.setText(mutant.file, text);
  modules.forget([mutant.file]);
  try {
    return await firstFailure(those);
  } finally {
    modules.setText(mutant.file, undefined);
    modules.forget([mutant.file]);
  }
}

settleProperties();
parentPort?.on('message', ({ mutant }: Question) => {
  void (mutant ? judge(mutant) : baseline()).then((answer) => parentPort?.postMessage(answer));
});
