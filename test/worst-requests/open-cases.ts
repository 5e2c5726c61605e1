import type { Fault } from './verdict';

/** A case that is still over a limit. */
export interface OpenCase extends Pick<Fault, 'operation' | 'shape'> {
  /** What it took when it was seen: CPU time in ms, memory in MB. */
  readonly seen: readonly [ms: number, MB: number];
  readonly cause: string;
}

/** Every case that is still over a limit. A case that is mended leaves this list; none is added to it. */
export const OPEN_CASES: readonly OpenCase[] = [
  {
    operation: 'known',
    shape: '1,000 large copies of one entity in a bulk',
    seen: [157, 345],
    cause: 'each copy is built although all are one entity',
  },
];

/** The operation under which the cases stand that are known by name. */
export const KNOWN = 'known';
