import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const [JAVA, COMPILER] = ['java', 'javac'];

/** Where Debian's package liblucene8-java puts Lucene. */
const FOLDER = '/usr/share/java';
const JARS = ['core', 'queryparser', 'analyzers-common'].map((part) => `${FOLDER}/lucene-${part}-8.7.0.jar`);

/** Whether Lucene itself can be asked: its jars and a Java that runs a source file are here. */
const isHere = JARS.every(existsSync) && spawnSync(COMPILER, ['-version']).status === 0;

export const LUCENE_REFUSAL = isHere ? undefined : 'needs javac and the package liblucene8-java';

export type Question = 'parse' | 'parse-and' | 'stem' | 'fold' | 'regexp' | 'fuzzy';

/** What Lucene answers to each line (see LuceneOracle.java). */
export function askLucene(question: Question, lines: readonly string[] = []): string[] {
  const program = resolve(__dirname, 'LuceneOracle.java');
  const answers = execFileSync(JAVA, ['-Xmx256m', '-cp', JARS.join(':'), program, question], {
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return answers.split('\n').slice(0, -1);
}

/** A text as the question `parse` takes it. */
export function toHex(text: string): string {
  return text
    .split('')
    .map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
    .join('');
}
