import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RuleEvaluator, type RuleOutcome } from './engine/rule-evaluator';
import { judgeByName } from './named-rule';
import { RULE_BYTES, RULE_DEPTH, compileRule } from './rule-compiler';
import { MOST_CHARACTERS, MOST_ITEMS } from './engine/rule-error';
import { PATTERN_LENGTH } from './engine/pattern';
import { CUSTOM_OPERATORS, STANDARD_OPERATORS } from './rule-operator';
import { RULE_BUDGET, RUN_TIME } from './rule-runner';

const DOCUMENT = readFileSync(resolve(__dirname, '../../../../docs/semantics-rules.md'), 'utf8');
/** The instant that the document calls "now". */
const NOW = Date.parse('2026-11-20T10:00:00Z');

interface Example {
  readonly name?: string;
  readonly rule?: unknown;
  readonly passes: unknown;
  readonly fails: unknown;
  readonly reason?: string;
}

/** Every block with the language `json rule`, with its heading. */
function examples(): [title: string, example: Example][] {
  const sections = DOCUMENT.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'));
    const blocks = [...section.matchAll(/^```json rule\n(.*?)^```$/gms)];
    return blocks.map(([, json = ''], index): [string, Example] => [
      `${heading}, ${index + 1}`,
      JSON.parse(json) as Example,
    ]);
  });
}

function judge({ name = '', rule }: Example, asset: unknown): RuleOutcome | undefined {
  if (rule === undefined) return judgeByName(name, asset);
  const compiled = compileRule(rule);
  if (!compiled.ok) throw new Error(compiled.message);
  return new RuleEvaluator().evaluate(compiled.rule, { asset, now: NOW });
}

describe('docs/semantics-rules.md', () => {
  it.each(examples())('%s', (_title, example) => {
    expect(Object.keys(example)).toEqual(expect.arrayContaining(['passes', 'fails']));
    expect(judge(example, example.passes)).toEqual({ passed: true });
    const reason = example.reason ?? (expect.stringMatching(/./) as string);
    expect(judge(example, example.fails)).toEqual({ passed: false, reason });
  });

  it('has the documented vocabulary', () => {
    const headings = new Set(examples().map(([title]) => title.replace(/, \d+$/, '')));
    expect([...headings]).toEqual([
      ...['Owners', 'Tier', 'Tags', 'Domain', 'Description', 'Name', 'Columns'],
      ...['Freshness of metadata', 'Custom properties', 'Life'],
    ]);
    expect(examples().length).toBeGreaterThanOrEqual(35);
    expect(DOCUMENT.match(/```json/g)).toHaveLength(examples().length);
  });

  it('names every operator, and no other', () => {
    const [, section = ''] = DOCUMENT.split('## Operators');
    const named = [...(section.split('Another')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(named).toEqual([...STANDARD_OPERATORS, ...CUSTOM_OPERATORS]);
  });

  it('names the limits as they are', () => {
    const limits = [
      `${RULE_BYTES / 1024} KiB and ${RULE_DEPTH} levels`,
      `${RULE_BUDGET.steps.toLocaleString('en')} steps, ${RULE_BUDGET.time / 1000} s and ${RULE_BUDGET.memory} MB`,
      `${MOST_ITEMS.toLocaleString('en')} items and texts of at most ${MOST_CHARACTERS.toLocaleString('en')} characters`,
      `${RUN_TIME / 1000} s together`,
      `at most ${PATTERN_LENGTH.toLocaleString('en')} characters`,
    ];
    for (const limit of limits) expect(DOCUMENT.replace(/\s+/g, ' ')).toContain(limit);
  });
});
