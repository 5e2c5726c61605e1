import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expectWithinCeilings, textOf } from './ceilings';
import { filesBelow, PROJECT, sourceFiles } from './source-files';

/**
 * Words that readers of this field do not know, and what stands for them. The glossary (docs/glossary.md) has the terms of the
 * project itself. Wire names (URLs, fields, error codes, metrics; names of tables, queues, jobs and channels) may hold them.
 */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Run|run-)?doorbell|\bBatchBell|\bNextRuns\b|\brings? (?:again|for|after)\b/i, 'dispatcher; dispatch'],
  [/\bgathering/i, 'batcher, group commit'],
  [/\bHot(?:Read|Kind)\b|\bhot-read\b/, 'BatchedEntityReader'],
  [/\bOdcsKeeper\b|\bWantedOfBody\b/, 'OdcsImportObserver, BodyReferences'],
  [
    /\bturnstile|\bSoloGate|\bScanGate|\bIntakeGate/i,
    'KeyedSemaphore, SharedExclusiveLock, Semaphore, AdmissionControl',
  ],
  [
    /\bLaneJudges|\bEntityDrafter|\bFewEdges|\bTurnStream/,
    'RuleRunners, DraftBuilder, SmallExportQuery, BatchedLogStream',
  ],
  [/\bmanners\b/i, 'ExportThrottle'],
  [/\bwishes\b/i, 'options'],
  [/\bheirs?\b/i, 'inheriting assets'],
  [/\binnocent\b/i, 'concurrent (runs survive)'],
  [/\b(?:that|which) (?:is|are) none\b/i, 'invalid, malformed'],
  [/nobody's business/i, 'ignored'],
  [/\bheld against\b/i, 'compared with, validated against'],
  [/\bforesaw\b|\bforeseen\b/i, 'unexpected'],
  [/\bhow manieth\b/i, 'which'],
  [/\bwould swallow\b/i, 'would deduplicate'],
  [/\bno member more\b/i, 'exactly these fields'],
  [/\bwaits? for company\b/i, 'no artificial batching delay'],
  [
    /\bfine print\b|\bdecisions? \d|\binterface \d+\.\d/i,
    'the rule itself: no document outside of the repository is cited',
  ],
  [/\bwriters go together\b/i, 'group commit'],
  [/\bso many signs\b|\d signs\b/i, 'characters'],
];

const TEXTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** Every text that a reader of the project meets; not the list above. */
function texts(): string[] {
  const docs = filesBelow(join(PROJECT, 'docs')).map((file) => join('docs', file));
  return [...sourceFiles(), ...docs.filter((file) => file.endsWith('.md')), ...TEXTS].filter(
    (file) => file !== 'test/architecture/words.spec.ts' && existsSync(join(PROJECT, file)),
  );
}

describe('the words', () => {
  const lines = texts().flatMap((file) =>
    textOf(file)
      .split('\n')
      .map((line, at) => ({ place: `${file}:${at + 1}`, line })),
  );

  it.each(WORDS)('%s: %s', (word) => {
    expect(lines.length).toBeGreaterThan(10_000);
    expectWithinCeilings(
      `words: ${word.source}`,
      lines.filter(({ line }) => word.test(line)).map(({ place, line }) => `${place}: ${line.trim()}`),
    );
  });
});
