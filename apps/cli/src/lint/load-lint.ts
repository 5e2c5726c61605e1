import type * as Lint from './lint-document';
import { createRequire } from 'node:module';
import type { DocumentFile } from '../document/document-file';
import type { LintFault } from './every-fault';

/** All that is wrong with what a file says, as far as it could be read. */
export function lintFaults({ value, partial }: DocumentFile): LintFault[] {
  const said = value ?? partial;
  return said === undefined ? [] : loadLint().lintDocument(said);
}

/** The checks of documents take a third of a second to load, which no other command should wait for. */
function loadLint(): typeof Lint {
  return createRequire(__filename)('./lint-document') as typeof Lint;
}
