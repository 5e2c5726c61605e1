import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DefaultOperator } from '../../../libs/search/src/input/language/occurrence';
import { parseQueryText } from '../../../libs/search/src/input/language/parser';
import { QueryError } from '../../../libs/search/src/input/language/query-error';
import { itUnless } from '../../support/unless-refused';
import { askLucene, LUCENE_REFUSAL, toHex } from './lucene-oracle';
import { asLuceneTree } from './lucene-tree';
import { randomQuery, seeded } from './random-query';
import { forLucene, relationOf } from './stated-changes';

/** How many random texts are compared with Lucene: the full run is LUCENE_TEXTS=40000. */
const TEXTS = Number(process.env.LUCENE_TEXTS ?? 2_000);
const SEED = Number(process.env.LUCENE_SEED ?? 20_240_501);

/** Lucene's answers to some hundred texts, so that they are held without Java too; WRITE_LUCENE_ANSWERS=1 asks anew. */
const ANSWERS = resolve(__dirname, 'lucene-answers.json');

interface Answer {
  readonly text: string;
  readonly or: string;
  readonly and: string;
}

function ours(text: string, operator: DefaultOperator): string {
  try {
    return asLuceneTree(parseQueryText(text), operator);
  } catch (error) {
    if (error instanceof QueryError) return `! ${error.reason}`;
    throw error;
  }
}

/** A blank text is everything to us, and no query to Lucene. */
function texts(count: number, seed: number): string[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => randomQuery(random)).filter((text) => /[^ \t\n\r\u3000]/.test(text));
}

function answersOfLucene(asked: readonly string[]): Answer[] {
  const lines = asked.map((text) => toHex(forLucene(text)));
  const [or, and] = [askLucene('parse', lines), askLucene('parse-and', lines)];
  return asked.map((text, index) => ({ text, or: or[index] ?? '', and: and[index] ?? '' }));
}

function compared(answers: readonly Answer[]) {
  const relations = { same: 0, stated: 0, slash: 0, other: [] as unknown[] };
  for (const { text, ...theirs } of answers) {
    for (const operator of ['or', 'and'] as const) {
      const mine = ours(text, operator);
      const relation = relationOf(text, mine, theirs[operator]);
      if (relation === 'other') relations.other.push({ text, operator, mine, theirs: theirs[operator] });
      else relations[relation] += 1;
    }
  }
  return relations;
}

describe('the grammar of queries against Lucene itself', () => {
  it('gives the trees and refusals that Lucene gave', () => {
    const answers = JSON.parse(readFileSync(ANSWERS, 'utf8')) as Answer[];
    expect(answers.length).toBeGreaterThan(300);
    const { same, other } = compared(answers);
    expect(other).toEqual([]);
    expect(same).toBeGreaterThan(answers.length * 1.9);
  });

  itUnless(
    LUCENE_REFUSAL,
    `agrees on ${TEXTS} random texts with either default operator`,
    () => {
      const answers = answersOfLucene(texts(TEXTS, SEED));
      const { same, stated, slash, other } = compared(answers);
      console.log(`of ${answers.length} texts × 2: same ${same}, stated changes ${stated}, slashes ${slash}`);
      expect(other).toEqual([]);
      expect(slash).toBeLessThanOrEqual(Math.max(2, answers.length * 2 * 0.001));
    },
    30_000 + TEXTS * 10,
  );

  if (process.env.WRITE_LUCENE_ANSWERS) {
    it('keeps the answers of Lucene', () => {
      const answers = answersOfLucene([...FACTS, ...texts(400, 1)]);
      writeFileSync(ANSWERS, `[\n${answers.map((answer) => JSON.stringify(answer)).join(',\n')}\n]\n`);
    });
  }
});

/** What is easily got wrong. */
const FACTS = [
  'a OR b AND c',
  'a AND b OR c',
  'a b',
  'a NOT b',
  'a AND NOT b',
  'a and b or c not d to e',
  'a && b || c',
  'a&&b a||b &&c',
  '- foo',
  '! foo + bar',
  'foo-bar foo+bar foo!bar',
  'a~1 b',
  'a~ 1',
  '"a b"~2^3',
  '"a b"^3~2',
  'a^2~1',
  'a~1^2',
  '[a TO b] {a TO b} [a TO b} {a TO b]',
  '[a TO TO] [TO TO TO]',
  '[* TO b] [a TO *] [* TO *]',
  '["a b" TO "c d"] [\\* TO "*"]',
  'f:>=10 f:>10 f:<10 f:<=10 >=10',
  '_exists_:f f:* *:* *',
  'a:b:c',
  'f:(a b) f:(g:a b)',
  'f:',
  ':f',
  '^2',
  '~',
  'AND',
  'a AND',
  '()',
  '(a',
  'a)',
  'a\\:b a\\ b a\\\\b \\u0041b a\\*b',
  'NOT a',
  'b AND (NOT a)',
  '((a)^2)^3 (a^2)^3 (+a)^2',
  '+a -b !c NOT d',
  '+-a',
  'NOT NOT a',
  'a OR OR b',
  'a\u3000b\tc\nd',
  '/ab/ /a b/ /a\\/b/ f:/x/^2',
  'f : a',
  'ab* a?c *abc ab*cd',
];
