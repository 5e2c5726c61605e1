import type { OpenCase } from './open-cases';
import type { Fault } from './verdict';

type Named = Pick<Fault, 'operation' | 'shape'>;

const keyOf = ({ operation, shape }: Named) => `${operation} ${shape}`;

/** The result of a run, compared with the list of the open cases. */
interface OpenVerdict {
  /** Over a limit, and in the list. */
  readonly open: readonly Fault[];
  /** Over a limit, and not in the list. */
  readonly faults: readonly Fault[];
  /** In the list, and within the limits, or no case any more: they have to leave it. */
  readonly mended: readonly Named[];
}

/** @param all every case that there is. @param sent those that were sent in this run */
export function holdAgainst(
  list: readonly OpenCase[],
  found: readonly Fault[],
  { all, sent }: { readonly all: readonly Named[]; readonly sent: readonly Named[] },
): OpenVerdict {
  const [listed, over] = [new Set(list.map(keyOf)), new Set(found.map(keyOf))];
  const [existing, tried] = [new Set(all.map(keyOf)), new Set(sent.map(keyOf))];
  return {
    open: found.filter((fault) => listed.has(keyOf(fault))),
    faults: found.filter((fault) => !listed.has(keyOf(fault))),
    mended: list.filter((one) => !existing.has(keyOf(one)) || (tried.has(keyOf(one)) && !over.has(keyOf(one)))),
  };
}
