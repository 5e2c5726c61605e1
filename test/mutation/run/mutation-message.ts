import type { Mutant } from '../mutate/mutant';

/** What a thread is given when it starts. */
export interface ThreadStart {
  readonly root: string;
  /** Paths of spec files from the root. */
  readonly specs: readonly string[];
  /** The files that will be changed. */
  readonly sources: readonly string[];
}

/** What a thread is asked: one mutant, or the specs as they are. */
export interface Question {
  readonly mutant?: Mutant;
}

/**
 * `killed`: a test failed, `by` says which. `survived`: none did. `uncovered`: no spec imports the file. `invalid`: the
 * change makes no program, so it says nothing about the tests.
 */
export interface Answer {
  readonly fate: 'killed' | 'survived' | 'uncovered' | 'invalid';
  readonly by?: string;
}
