import { createRequire } from 'node:module';
import type * as Lint from './lint-document';

/** The checks of documents take a third of a second to load, which no other command should wait for. */
export function loadLint(): typeof Lint {
  return createRequire(__filename)('./lint-document') as typeof Lint;
}
