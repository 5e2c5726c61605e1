/** A promise of a contract that nothing judges. */
interface Unjudged {
  readonly subject: string;
  readonly reason: string;
}

/** Reasons of promises that are not judged, in words. */
const WORDS: Readonly<Record<string, string>> = {
  text: 'a text',
  custom: 'for another engine',
  noOperator: 'compares nothing',
  unknownMetric: 'unknown metric',
  unknownSla: 'unknown SLA property',
  noCheck: 'no check exists',
  noSource: 'nothing known speaks of it',
  insideList: 'inside a list',
  hidden: 'about values that are hidden from you',
  blocked: 'it could not be computed',
  learned: 'learned from the past',
};

/** One sentence of what is not judged: promises that are for people to judge are counted. */
export function notJudgedText(promises: readonly Unjudged[]): string {
  const listed = promises.filter(({ reason }) => reason !== 'forPeople');
  const people = promises.length - listed.length;
  return [
    ...(listed.length > 0 ? [`Not judged: ${listed.map(inWords).join(', ')}.`] : []),
    ...(people > 0
      ? [people === 1 ? '1 promise is for people to judge.' : `${people} promises are for people to judge.`]
      : []),
  ].join(' ');
}

const inWords = ({ subject, reason }: Unjudged): string => `${subject} (${WORDS[reason] ?? reason})`;
