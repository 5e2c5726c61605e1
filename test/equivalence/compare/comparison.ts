import type { Exchange } from '../run/runner';
import type { PlainAnswer } from '../run/normaliser';
import type { Chapter, Step } from '../script/step';
import type { AllowedDifferences } from './allowed';
import { differingPlaces, shownAt } from './difference';
import { digestOf, type Recorded } from './transcript';

/** A step that two builds answer differently. */
export interface Difference {
  readonly chapter: string;
  readonly label: string;
  readonly places: readonly string[];
  /** For people: the request and the two answers. */
  readonly text: string;
}

/** More are not looked for: what follows a difference often follows from it. */
export const MOST_DIFFERENCES = 40;

/** The step's difference, or undefined. */
export function compare(
  { name }: Pick<Chapter, 'name'>,
  step: Step,
  old: PlainAnswer,
  now: PlainAnswer,
  allowed?: AllowedDifferences,
): Difference | undefined {
  const request = `${step.method} ${step.path}`;
  const found = differingPlaces(old, now);
  const places = allowed ? allowed.remaining(request, found) : found;
  if (!places.length) return undefined;
  const body = step.body === undefined ? '' : ` ${JSON.stringify(step.body).slice(0, 300)}`;
  const headers = step.headers ? ` ${JSON.stringify(step.headers)}` : '';
  const text = [
    `${name}/${step.label}: ${request.slice(0, 300)} as ${step.as}${headers}${body}`,
    `  old ${shownAt(old, places)}`,
    `  new ${shownAt(now, places)}`,
    ...(places.length > 5 ? [`  and ${places.length - 5} places more`] : []),
  ].join('\n');
  return { chapter: name, label: step.label, places, text };
}

/** What differs between what was recorded of a chapter and what is answered now. */
export function compareRecorded(
  chapter: Chapter,
  recorded: readonly Recorded[],
  now: readonly Exchange[],
): Difference[] {
  const known = new Map(recorded.map((one) => [one.label, one]));
  const asked = new Set(chapter.steps.map(({ label }) => label));
  const found = chapter.steps.flatMap((step, at) => {
    const old = known.get(step.label);
    if (old?.step !== digestOf(step))
      return [unrecorded(chapter, step.label, old ? 'asks for something else' : 'is new')];
    return compare(chapter, step, old.answer, (now[at] as Exchange).answer) ?? [];
  });
  const gone = recorded.filter(({ label }) => !asked.has(label));
  return [...found, ...gone.map(({ label }) => unrecorded(chapter, label, 'is gone from the script'))];
}

function unrecorded({ name }: Chapter, label: string, what: string): Difference {
  return { chapter: name, label, places: [], text: `${name}/${label} ${what}` };
}

/** Whether there is nothing to compare an answer with: the script has changed. */
export const isUnrecorded = ({ places }: Difference): boolean => places.length === 0;
