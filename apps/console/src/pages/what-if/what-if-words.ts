import type { WhatIf } from '../../api/governance/what-if';
import { counted, placeInWords } from '../../ui/changes/value-words';
import { notJudgedText } from '../../ui/text/not-judged';

type Day = WhatIf['days'][number];

/** Whether there is a contract that a save would change. */
export type Subject = 'change' | 'creation';

const REASONS: Readonly<Record<NonNullable<Day['reason']>, string>> = {
  noResult: 'no result that day',
  noEvidence: 'nothing stored says whether it was met',
  assetChanged: 'the asset has changed since',
  hidden: 'about values that are hidden from you',
  notRecorded: 'that day was not recorded in full',
  tooMany: 'the contract is too large to look back',
};

/** Says in one sentence what becomes of the save. */
export function outcomeText({ outcome, message }: WhatIf['policy'], subject: Subject): string {
  const contract = subject === 'creation' ? 'The contract is created' : 'It is saved';
  switch (outcome) {
    case 'unchanged':
      return 'Nothing changes.';
    case 'saved':
      return `${contract} at once.`;
    case 'review':
      return `${contract}, and waits for its review before it comes into force.`;
    case 'proposal':
      return 'It becomes a proposal: the contract stays as it is until the others have agreed.';
    case 'refused':
      return `It is refused: ${message ?? 'another change stands in the way.'}`;
  }
}

/** How many promises pass by what is stored, fail, and were not computed yet, in one sentence. */
export function promisesText(now: WhatIf['now']): string {
  const { stated, held, broken, unknown } = now;
  if (stated === 0) return 'It states nothing that could be judged.';
  const pass = `${held} of ${counted(stated, 'promise')} ${held === 1 ? 'passes' : 'pass'} now`;
  const [failed, waiting] = [failedPromises(now).length, uncomputedPromises(now).length];
  const others = [
    ...(broken.length > 0 ? [`${failed} ${failed === 1 ? 'fails' : 'fail'}`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'is' : 'are'} not computed yet`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} cannot be judged`] : []),
  ];
  return `${[pass, ...others].join(', ')}.`;
}

/** Promises that are known to be broken. */
export const failedPromises = ({ broken }: WhatIf['now']): readonly string[] =>
  broken.flatMap(({ promise, notComputed }) => (notComputed ? [] : [promise]));

/** Tests that have no result yet. */
export const uncomputedPromises = ({ broken }: WhatIf['now']): readonly string[] =>
  broken.flatMap(({ promise, notComputed }) => (notComputed ? [promise] : []));

/** Promises that cannot be judged, each with its reason. */
export const unknownText = ({ unknown }: WhatIf['now']): string =>
  notJudgedText(unknown.map(({ promise, reason }) => ({ subject: placeInWords(promise), reason })));

/** How many of the last days would have failed, of those that can be judged, in one sentence. */
export function daysText(days: readonly Day[]): string {
  const of = (outcome: Day['outcome']): number => days.filter((day) => day.outcome === outcome).length;
  const [failed, unknown] = [of('wouldFail'), of('unknown')];
  const all = counted(days.length, 'day');
  const known = days.length - unknown;
  if (known === 0) return `Whether one of the last ${all} would have failed is not known.`;
  if (unknown === 0) return `${failed === 0 ? 'None' : failed} of the last ${all} would have failed.`;
  const outcome =
    known === 1
      ? `it would ${failed === 0 ? 'not have' : 'have'} failed`
      : `${failed === 0 ? 'none' : failed} of them would have failed`;
  return `${known} of the last ${all} can be judged: ${outcome}. The other ${unknown === 1 ? 'is' : `${unknown} are`} unknown.`;
}

/** The outcome of a day in words. */
export function dayOutcomeText({ outcome, reason, promises = [] }: Day): string {
  switch (outcome) {
    case 'same':
      return 'As it was';
    case 'wouldFail':
      return promises.length > 0 ? `Would have failed: ${promises.map(placeInWords).join(', ')}` : 'Would have failed';
    case 'wouldHold':
      return 'Would have passed';
    case 'unknown':
      return reason === undefined ? 'Unknown' : `Unknown: ${REASONS[reason]}`;
  }
}
