import { createHash } from 'node:crypto';
import { ANALYSIS } from '../mapping/analysis-settings';
import { MAPPING } from '../mapping/index-mapping';

/** Changes with the mapping and the analyzers: an index of another form answers otherwise, and has to be built anew. */
export const INDEX_FORM = createHash('sha256')
  .update(JSON.stringify([MAPPING, ANALYSIS]))
  .digest('hex')
  .slice(0, 16);
