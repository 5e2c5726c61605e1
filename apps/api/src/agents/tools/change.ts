import type { Json } from '../catalog-calls';
import { present, shortened } from '../bounded';
import { object, text } from '../tool-schema';

/** Characters of a value, before or after. */
const VALUE_LENGTH = 200;

/** The schema of what `shownChange` gives. */
export const CHANGE = object({ path: text, compatibility: text, reason: text }, { from: text, to: text });

/** One change of a contract, with its values as texts. */
export function shownChange({ path, compatibility, reason, from, to }: Json): object {
  return present({ path, compatibility, reason: shortened(reason) ?? '', from: valueOf(from), to: valueOf(to) });
}

const valueOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : shortened(typeof value === 'string' ? value : JSON.stringify(value), VALUE_LENGTH);
