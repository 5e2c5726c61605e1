import type { Clause } from './clause';
import { refused, shown } from './dsl-fault';

/** `fuzziness`: AUTO, or so many edits; undefined where it is not given. */
export function readEdits(clause: Clause): 0 | 1 | 2 | 'auto' | undefined {
  const value = clause.raw('fuzziness');
  if (value === undefined) return undefined;
  const text = String(value).toUpperCase();
  if (text === 'AUTO') return 'auto';
  if (text === '0' || text === '1' || text === '2') return Number(text) as 0 | 1 | 2;
  throw refused(clause.at('fuzziness'), `must be AUTO, 0, 1 or 2, got ${shown(value)}`);
}
