import { KnownValues } from '@app/common';
import { RE2JS, RE2JSException } from 're2js';

export type CompiledPattern =
  { readonly ok: true; readonly matcher: RE2JS } | { readonly ok: false; readonly message: string };

export const PATTERN_LENGTH = 1000;

/** A rule runs against many assets, so its patterns are compiled once. */
const PATTERNS = new KnownValues<CompiledPattern>(200, PATTERN_LENGTH);

/**
 * Compiles a pattern of RE2 syntax; matching takes linear time in the text length (so no look-around and no
 * back-references).
 */
export function compilePattern(pattern: unknown): CompiledPattern {
  if (typeof pattern !== 'string') return { ok: false, message: 'the pattern of matchesRegex must be a text' };
  if (pattern.length > PATTERN_LENGTH) {
    return { ok: false, message: `the pattern of matchesRegex is longer than ${PATTERN_LENGTH} characters` };
  }
  return PATTERNS.of(pattern, () => compileNew(pattern));
}

function compileNew(pattern: string): CompiledPattern {
  try {
    return { ok: true, matcher: RE2JS.compile(pattern) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { ok: false, message: `the pattern of matchesRegex cannot be used: ${error.message.slice(0, 200)}` };
  }
}
