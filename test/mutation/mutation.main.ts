import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutate/mutant';
import { mutantsOf } from './mutate/mutants-of';
import { EQUIVALENTS } from './report/equivalent';
import { score, survivorText, tally, type Judged, type Tally } from './report/tally';
import { MutationThread } from './run/mutation-thread';
import { targets, type Target } from './target';

const ROOT = process.cwd();
const THREADS = 2;
/** A line after so many changes: minutes may pass. */
const PROGRESS = 200;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Arguments: names of targets, or parts of paths; none = all. Exit code 1: too much went unnoticed. */
async function main(words: readonly string[]): Promise<number> {
  const chosen = targets(ROOT)
    .map((target) => narrowed(target, words))
    .filter(({ sources }) => sources.length > 0);
  if (chosen.length === 0) throw new Error(`Nothing is called ${words.join(', ')}`);
  let isGood = true;
  for (const target of chosen) {
    const result = tally(await judgeAll(target));
    tell(target, result);
    const stale = staleIn(target, result);
    isGood &&= score(result) >= target.least && stale.length === 0;
    for (const { file, line } of stale) print(`   nothing survives there any more: ${file}: ${line}`);
  }
  return isGood ? 0 : 1;
}

function narrowed(target: Target, words: readonly string[]): Target {
  const isWhole = words.length === 0 || words.includes(target.name);
  const isWanted = (file: string) => isWhole || words.some((word) => file.includes(word));
  return { ...target, sources: target.sources.filter(isWanted) };
}

async function judgeAll({ sources, specs }: Target): Promise<Judged[]> {
  const open = sources.flatMap((file) => mutantsWithLines(file));
  const judged: Judged[] = [];
  const threads = Array.from({ length: THREADS }, () => new MutationThread({ root: ROOT, specs, sources }));
  const work = async (thread: MutationThread): Promise<void> => {
    for (let next = open.shift(); next; next = open.shift()) {
      judged.push({ ...next, answer: await thread.judge(next.mutant) });
      if (judged.length % PROGRESS === 0) print(`   ${judged.length} judged, ${open.length} to go`);
    }
    await thread.close();
  };
  await Promise.all(threads.map(work));
  return judged;
}

function mutantsWithLines(file: string): { mutant: Mutant; line: string }[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const lines = text.split('\n');
  return mutantsOf(file, text).map((mutant) => ({ mutant, line: lines[mutant.line - 1] ?? '' }));
}

function tell({ name, sources }: Target, result: Tally): void {
  const { killed, total, survivors, equivalent } = result;
  print(`== ${name}: ${score(result)} % – ${killed} of ${total} changes in ${sources.length} files were noticed`);
  if (equivalent.size > 0) print(`   ${equivalent.size} mean the same, see test/mutation/report/equivalent.ts`);
  for (const survivor of survivors) print(`   ${survivorText(survivor)}`);
}

/** An entry that no surviving change of its file meets is out of date. */
function staleIn({ sources }: Target, { equivalent }: Tally) {
  return EQUIVALENTS.filter((known) => sources.includes(known.file) && !equivalent.has(known));
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
