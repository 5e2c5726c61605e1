import type { Mutant } from '../mutate/mutant';
import type { Answer } from '../run/mutation-message';
import { equivalentOf, type Equivalent } from './equivalent';

/** A mutant, the line that it changes, and what became of it. */
export interface Judged {
  readonly mutant: Mutant;
  readonly line: string;
  readonly answer: Answer;
}

export interface Tally {
  readonly killed: number;
  /** Without those that mean the same or are no program. */
  readonly total: number;
  readonly survivors: readonly Judged[];
  readonly equivalent: ReadonlySet<Equivalent>;
}

export function tally(judged: readonly Judged[]): Tally {
  const valid = judged.filter(({ answer }) => answer.fate !== 'invalid');
  const killed = valid.filter(({ answer }) => answer.fate === 'killed').length;
  const alive = valid.filter(({ answer }) => answer.fate !== 'killed');
  const known = alive.map(({ mutant, line }) => equivalentOf(mutant, line));
  const survivors = alive.filter((_one, index) => !known[index]);
  return {
    killed,
    total: killed + survivors.length,
    survivors,
    equivalent: new Set(known.filter((one) => one !== undefined)),
  };
}

/** Percent, with one decimal. */
export function score({ killed, total }: Pick<Tally, 'killed' | 'total'>): number {
  return total === 0 ? 100 : Math.floor((killed / total) * 1000) / 10;
}

export function survivorText({ mutant, line, answer }: Judged): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 70);
  const change = `${short(mutant.original)}  →  ${short(mutant.replacement)}`;
  return `${mutant.file}:${mutant.line} ${answer.fate}: ${change}\n        ${line.trim().slice(0, 120)}`;
}
