import type { Fault } from './verdict';

/** A case that is still over a limit. */
export interface OpenCase extends Pick<Fault, 'operation' | 'shape'> {
  /** What it took when it was seen: CPU time in ms, memory in MB. */
  readonly seen: readonly [ms: number, MB: number];
  readonly cause: string;
}

/** Every case that is still over a limit. A case that is mended leaves this list; none is added to it. */
export const OPEN_CASES: readonly OpenCase[] = [];

/** The operation under which the cases stand that are known by name. */
export const KNOWN = 'known';
