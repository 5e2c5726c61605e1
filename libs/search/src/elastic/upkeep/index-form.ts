import { createHash } from 'node:crypto';
import { MAPPING, SETTINGS } from '../mapping/index-mapping';

/** Changes with the mapping and the analyzers: an index of another form answers otherwise, and has to be built anew. */
export const INDEX_FORM = createHash('sha256')
  .update(JSON.stringify([MAPPING, SETTINGS]))
  .digest('hex')
  .slice(0, 16);
