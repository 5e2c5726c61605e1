import { parentPort } from 'node:worker_threads';
import { passing, type NamePatterns } from './name-patterns';

/** Names to be matched. Sent when the thread is ready. */
export interface PatternRequest {
  readonly names: readonly string[];
  readonly patterns: NamePatterns;
}

export type PatternAnswer = 'ready' | readonly boolean[];

parentPort?.on('message', ({ names, patterns }: PatternRequest) => {
  parentPort?.postMessage(passing(names, patterns) satisfies PatternAnswer);
});
parentPort?.postMessage('ready' satisfies PatternAnswer);
