import type { Mutant } from '../mutate/mutant';

/** Changes of one line that no test can notice, since the program means the same with them. */
export interface Equivalent {
  readonly file: string;
  /** A part of the line. */
  readonly line: string;
  /** What stands there → what would stand there instead. */
  readonly changes: readonly (readonly [original: string, replacement: string])[];
  readonly why: string;
}

const CHECKS = 'libs/validation/src/checks';
const CHANGE = 'libs/contracts/src/change';
const RULES = 'libs/validation/src/rules';

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${CHECKS}/quality-check.ts`,
    line: "const how = newest.status === 'Success'",
    changes: [
      ["newest.status === 'Success'", 'false'],
      ["'Success'", "''"],
      ["'succeeded'", "''"],
    ],
    why: 'What succeeded is no failure and never comes here; only the compiler asks for the case.',
  },
  {
    file: `${CHECKS}/verdict.ts`,
    line: 'say(0)',
    changes: [
      ['0', '1'],
      ['0', '(-1)'],
    ],
    why: 'A part that passed names nothing, so it cuts nothing.',
  },
  {
    file: `${CHECKS}/verdict.ts`,
    line: 'fitting ?? sentences.at(-1)',
    changes: [
      ["fitting ?? sentences.at(-1) ?? ''", 'fitting ?? sentences.at(-1)'],
      ['fitting ?? sentences.at(-1)', 'fitting'],
      ['-1', '1'],
      ['1', '2'],
      ['1', '(0)'],
      ["''", "'changed'"],
    ],
    why: 'With the shortest names the sentence always fits: what stands beside them has less than 320 characters.',
  },
  {
    file: `${CHECKS}/schema/column-order.ts`,
    line: 'places.get(name) ?? 0',
    changes: [
      ['places.get(name) ?? 0', 'places.get(name)'],
      ['0', '1'],
      ['0', '(-1)'],
    ],
    why: 'Every name that is asked for is in both lists, so it has a place; only the compiler asks for the default.',
  },
  {
    file: `${CHECKS}/sla/availability.ts`,
    line: 'const arrival = arrivals.find',
    changes: [['<=', '<']],
    why: 'What came at the very time is in time already.',
  },
  {
    file: `${CHECKS}/sla/local-day.ts`,
    line: 'const DAY =',
    changes: [
      ['24', '25'],
      ['24', '(23)'],
      ['60', '61'],
      ['60', '(59)'],
      ['60_000', '60001'],
      ['60_000', '(59999)'],
    ],
    why: 'Any span does that is longer than an offset and shorter than the time between two changes of clocks.',
  },
  {
    file: `${CHANGE}/schema/diff-columns.ts`,
    line: 'if (sameJson(before, after)) return [];',
    changes: [['sameJson(before, after)', 'false']],
    why: 'It saves time: in columns that are the same nothing is found.',
  },
  {
    file: `${CHANGE}/schema/match-columns.ts`,
    line: "let [last, between] = ['', 0];",
    changes: [
      ['0', '1'],
      ['0', '(-1)'],
      ["''", "'changed'"],
    ],
    why: 'Both contracts begin with it: it only has to be the same.',
  },
  {
    file: `${CHANGE}/schema/match-columns.ts`,
    line: '[last, between] = other.has(column.name)',
    changes: [
      ['0', '1'],
      ['0', '(-1)'],
      ['+', '-'],
      ['1', '2'],
    ],
    why: 'Both contracts count so: each distance only has to be another.',
  },
  {
    file: `${CHANGE}/sections/deadline.ts`,
    line: 'const SEASONS =',
    changes: [
      ['2026', '2027'],
      ['2026', '(2025)'],
      ['0', '1'],
      ['0', '(-1)'],
      ['6', '7'],
      ['6', '(5)'],
      ['15', '16'],
      ['15', '(14)'],
    ],
    why: 'Any day does that is in winter, or in summer, wherever clocks change.',
  },
  {
    file: `${CHANGE}/sections/deadline.ts`,
    line: 'if (!from || !to) return 0;',
    changes: [['return 0;', 'return;']],
    why: 'Undefined is as little above or below zero as zero is.',
  },
  {
    file: `${CHANGE}/sections/deadline.ts`,
    line: 'return Math.max(...later) > 0 ? -1',
    changes: [
      ['0', '1'],
      ['1', '2'],
    ],
    why: 'Only the sign is asked for, and zones are no single minute apart in one season alone.',
  },
  {
    file: `${CHANGE}/sections/diff-attributes.ts`,
    line: 'if (value === undefined || value === null || !Array.isArray(value))',
    changes: [['||', '&&']],
    why: 'Neither undefined nor null is a list; only the compiler asks for them.',
  },
  {
    file: `${CHANGE}/sections/diff-sla.ts`,
    line: '(after.availability ?? 0) - (before.availability ?? 0)',
    changes: [
      ['after.availability ?? 0', 'after.availability'],
      ['before.availability ?? 0', 'before.availability'],
      ['0', '1'],
      ['0', '(-1)'],
    ],
    why: 'It is asked for two that are there; only the compiler asks for the default.',
  },
  {
    file: `${RULES}/engine/value-operation.ts`,
    line: 'Number(from ?? 0)',
    changes: [['from ?? 0', 'from']],
    why: 'A text is cut from no number as it is from 0.',
  },
  {
    file: `${RULES}/engine/value-operation.ts`,
    line: "if (typeof value === 'object') return Number.NaN;",
    changes: [['return Number.NaN;', 'return;']],
    why: 'With undefined, arithmetic gives no number either.',
  },
  {
    file: `${RULES}/engine/rule-explanation.ts`,
    line: 'const explanation = Object.hasOwn(EXPLANATIONS, operator)',
    changes: [['Object.hasOwn(EXPLANATIONS, operator)', 'true']],
    why: 'What is no operator was refused before: no inherited name comes here.',
  },
  {
    file: `${RULES}/engine/pattern.ts`,
    line: 'if (!(error instanceof RE2JSException)) throw error;',
    changes: [['!(error instanceof RE2JSException)', 'false']],
    why: 'Nothing else is known that it throws at a text; if it ever does, it is not the rule that is wrong.',
  },
  {
    file: `${RULES}/engine/value-text.ts`,
    line: 'if (text.length <= length) return text;',
    changes: [
      ['text.length <= length', 'false'],
      ['<=', '<'],
    ],
    why: 'It saves time: a text that is short enough is given back below, too.',
  },
  {
    file: `${RULES}/engine/value-text.ts`,
    line: 'const characters = [...text.slice(0, 2 * length)];',
    changes: [
      ['2', '3'],
      ['text.slice(0, 2 * length)', 'text'],
    ],
    why: 'It saves time: two places a character are as many as it can take.',
  },
  {
    file: `${RULES}/engine/custom-operation.ts`,
    line: 'if (Array.isArray(value)) return value.length;',
    changes: [['Array.isArray(value)', 'false']],
    why: 'A list of JSON has as many keys as items.',
  },
  {
    file: `${RULES}/engine/custom-operation.ts`,
    line: 'const wanted = new Set(names.flat(1)',
    changes: [["names.flat(1).filter((name) => typeof name === 'string')", 'names.flat(1)']],
    why: 'Only texts are looked for in it; the compiler asks for the rest.',
  },
  {
    file: `${RULES}/engine/custom-operation.ts`,
    line: 'return known.filter((identifier) => identifier !== undefined);',
    changes: [['known.filter((identifier) => identifier !== undefined)', 'known']],
    why: 'Only texts are looked for in it; the compiler asks for the rest.',
  },
  {
    file: `${RULES}/engine/custom-operation.ts`,
    line: 'return Number.isNaN(parsed) ? undefined : parsed;',
    changes: [['Number.isNaN(parsed)', 'false']],
    why: 'No time is before or after what is no number.',
  },
  {
    file: `${RULES}/engine/rule-evaluator.ts`,
    line: 'private subject: Subject =',
    changes: [
      ['{ asset: null, now: 0 }', '({})'],
      ['0', '1'],
      ['0', '(-1)'],
    ],
    why: 'Each evaluation puts its own there first.',
  },
  {
    file: `${RULES}/engine/rule-evaluator.ts`,
    line: 'super({}, { disableInline: true',
    changes: [['true', 'false']],
    why: 'No code is made from a rule, so nothing is put into it.',
  },
  {
    file: `${RULES}/named-rule.ts`,
    line: "startsWith('Tier.') ?? false",
    changes: [["ownText(tag, 'tagFQN')?.startsWith('Tier.') ?? false", "ownText(tag, 'tagFQN')?.startsWith('Tier.')"]],
    why: 'Undefined is as little true as false is; only the compiler asks for it.',
  },
  {
    file: `${RULES}/semantics-check.ts`,
    line: "judgeByName(rules[index]?.name ?? ''",
    changes: [
      ["rules[index]?.name ?? ''", 'rules[index]?.name'],
      ['?.', '.'],
      ["''", "'changed'"],
    ],
    why: 'There is a rule at each index; only the compiler asks for the case.',
  },
];

export function equivalentOf({ file, original, replacement }: Mutant, line: string): Equivalent | undefined {
  return EQUIVALENTS.find(
    (known) =>
      known.file === file &&
      line.includes(known.line) &&
      known.changes.some(([from, to]) => from === original && to === replacement),
  );
}
