import { hasSqlDetails, loadModule, parseSync } from 'libpg-query';
import type { Grammar } from '../sql/dialect';
import { tokensOf } from '../sql/tokens';
import { nestingOf } from './nesting';
import { OwnStatement } from './own-statement';

/** One of so many characters is parsed in some 100 ms. */
const MOST_CHARACTERS = 65_536;
/** The parser overflows its stack from some 1,000 levels on. */
const MOST_LEVELS = 200;

/**
 * The grammar of PostgreSQL 18: its own parser as WebAssembly, 1.7 MB that are loaded with the first statement of users, in some 40 ms and
 * 15 MB of memory.
 */
export const POSTGRES_GRAMMAR: Grammar = {
  load: () => loadModule(),
  judge: (sql, names, dialect) => {
    if (sql.length > MOST_CHARACTERS) return { fault: `it is longer than ${MOST_CHARACTERS} characters` };
    if (nestingOf(tokensOf(sql, dialect.lexicon) ?? []) > MOST_LEVELS)
      return { fault: `it nests deeper than ${MOST_LEVELS} levels; a chain of operators is as deep as it is long` };
    const tree = parsed(sql);
    return tree === undefined ? undefined : new OwnStatement(names, dialect).judge(sql, tree);
  },
};

/** undefined where it is no statement of this grammar: of a fork, or of a newer server. */
function parsed(sql: string): unknown {
  try {
    return parseSync(sql);
  } catch (error) {
    if (hasSqlDetails(error)) return undefined;
    throw error;
  }
}
