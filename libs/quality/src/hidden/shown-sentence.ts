import type { HiddenTables } from './hidden-tables';

/** Beginning of the sentence in place of one that has a value. */
const HIDDEN = 'Found a value that is hidden';

/** Pattern of the expectation of a check, as this service words it: bounds and numbers that people wrote. */
const EXPECTED = String.raw`expected (?:mustBe|between|at least|at most|anything|exactly|more|less|fewer|not|[<>=!]=?|-?\d)[\w\s.,:%<>=!+-]*`;

/** Sentences that have counts, shares or lengths alone. */
const OF_COUNTS: readonly RegExp[] = [
  /^\d+ of \d+ rows? (?:fail|fails)(?:, [\w\s.,%-]+ may)?\.?$/,
  /^\d+ rows have a value of the list, expected at least one\.?$/,
  new RegExp(`^Found (?:rows |(?:nullCount|rowCount|columnCount|\\w*[lL]ength)=)\\d+, ${EXPECTED}$`),
];
const OF_ONE_NUMBER = new RegExp(`^Found -?[\\d.]+%?, ${EXPECTED}$`);
const OWN = new RegExp(`^Found [^,]+, (${EXPECTED})$`);

/** The end of a sentence that names parameters and columns, which people wrote. */
const LEFT_OUT = /^(.*?)((?:; judged as a whole, not by [^();]+)?(?: \(not understood: [^()]+\))?)$/s;

/**
 * The sentence of a result whose values are hidden: counts stay, and what was expected.
 * @param test FQN of its test case; undefined: of a rule without one
 */
export function shownSentence(said: string, test: string | undefined, tables: HiddenTables): string {
  const [, found = said, left = ''] = LEFT_OUT.exec(said) ?? [];
  return `${shownFinding(found, test, tables)}${left}`;
}

function shownFinding(said: string, test: string | undefined, tables: HiddenTables): string {
  if (OF_COUNTS.some((counts) => counts.test(said))) return said;
  if (test !== undefined && tables.counts(test) && OF_ONE_NUMBER.test(said)) return said;
  const [, own] = OWN.exec(said) ?? [];
  if (own !== undefined) return `${HIDDEN}, ${own}`;
  const expected = test === undefined ? undefined : tables.expected(test);
  return expected === undefined ? HIDDEN : `${HIDDEN}, expected ${expected}`;
}

const HOW = String.raw`(?:failed|was aborted|succeeded|could not be computed \([^)]*\)) at [\d-]+ [\d:]+ UTC(?: \(severity [^)]*\))?: `;
/** Ours alone, of a source that could not be asked: it has no value. */
const UNREAD = /^could not be computed/;
const OF_TEST = new RegExp(`^(${HOW})(.*)$`, 's');
const IN_VERDICT = new RegExp(
  String.raw`\b((?:Test|Warning: test) ((?:(?!: ).)+): )(${HOW})(.*?)(?=\.? (?:Test|Warning: test|SLA|Rule|Column|\d+ more) |\.?$)`,
  'gs',
);

/** Part of a contract's result about one test: `failed at …: Found …`. @param field FQN of the test case, or the name of a rule without one */
export function shownDetail(message: string, field: string, scope: string | undefined, tables: HiddenTables): string {
  const [, how, said] = OF_TEST.exec(message) ?? [];
  if (how === undefined || said === undefined || UNREAD.test(how)) return message;
  return hides(field, scope, tables) ? `${how}${shownSentence(said, field, tables)}` : message;
}

/** The sentences of a contract's result, of its incidents and notices, each with the test that it is of. */
export function shownVerdict(text: string, scope: string | undefined, tables: HiddenTables): string {
  return text.replaceAll(IN_VERDICT, (all, test: string, field: string, how: string, said: string) =>
    UNREAD.test(how) || !hides(field, scope, tables) ? all : `${test}${how}${shownSentence(said, field, tables)}`,
  );
}

/** FQNs of the test cases that sentences are of. */
export const testsIn = (text: string): string[] => [...text.matchAll(IN_VERDICT)].map(([, , field]) => field!);

/** A name that is no FQN is that of a rule, whose column is unknown. */
function hides(field: string, scope: string | undefined, tables: HiddenTables): boolean {
  if (tables.hidesTest(field)) return true;
  return !field.includes('.') && scope !== undefined && tables.hasColumns(scope);
}

/** Beginnings of the sentences of results that this service made: all others were pushed. */
const OWN_VERDICT =
  /^(?:All checks passed|All of \d+ producers? passed:|Not all could be judged|The contract |The validation was aborted|SLA |Nothing |\d+ of \d+ (?:columns?|semantics|quality) |\d+ (?:columns?|quality tests?) could)/;

const INCIDENT = /(\bhas an incident(?: \([^)]*\))?: )([^]*)$/;

/** The sentence of a notice of an incident, which repeats the result that opened it. */
export const shownIncident = (text: string): string =>
  text.replace(INCIDENT, (_all, begin: string, said: string) => `${begin}${shownForeign(said)}`);

/** The text of a result that others pushed, which may have any value. */
export const shownForeign = (text: string): string => (OWN_VERDICT.test(text) ? text : HIDDEN);
