import {
  ACCESS_RANGES,
  COLUMN_PROMISES,
  type ColumnPromises,
  DEFAULT_CRAWL,
  DEFAULT_LIMITS,
  type AccessLimits,
  type CrawlRules,
  type DataAccess,
  type FilterPattern,
  type TableDataAccess,
} from '@app/data';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  ObjectProperty,
  ruleOf,
  TextProperty,
  ZoneProperty,
} from '../http/input';

const MOST_PATTERNS = 100;
const LONGEST_PATTERN = 1_000;

const PATTERN = ruleOf(
  `a regular expression of JavaScript, of 1 to ${LONGEST_PATTERN} characters`,
  (value) => typeof value === 'string' && value.length > 0 && value.length <= LONGEST_PATTERN && isPattern(value),
  { type: 'string', minLength: 1, maxLength: LONGEST_PATTERN },
);

const MOST_FUNCTIONS = 200;
const FUNCTION_NAME = /^[\p{L}_][\p{L}\p{N}_$]*(\.[\p{L}_][\p{L}\p{N}_$]*)?$/u;
const LONGEST_FUNCTION = 256;

const FUNCTION = ruleOf(
  `the name of a function, with its schema or without, of up to ${LONGEST_FUNCTION} characters`,
  (value) => typeof value === 'string' && value.length <= LONGEST_FUNCTION && FUNCTION_NAME.test(value),
  { type: 'string', minLength: 1, maxLength: LONGEST_FUNCTION },
);

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'i');
    return true;
  } catch {
    return false;
  }
}

class NameFilter implements FilterPattern {
  @ListProperty({
    of: PATTERN,
    max: MOST_PATTERNS,
    description: 'A name is included if one of these matches its beginning; empty: all names',
  })
  includes: readonly string[] = [];

  @ListProperty({
    of: PATTERN,
    max: MOST_PATTERNS,
    description: 'A name is included if none of these matches its beginning',
  })
  excludes: readonly string[] = [];
}

const rangeOf = (name: keyof typeof ACCESS_RANGES): { min: number; max: number } => {
  const [min, max] = ACCESS_RANGES[name];
  return { min, max };
};

class DataCrawlRules implements CrawlRules {
  @BooleanProperty({})
  enabled = DEFAULT_CRAWL.enabled;

  @ObjectProperty({ of: NameFilter })
  databaseFilterPattern?: NameFilter;

  @ObjectProperty({ of: NameFilter })
  schemaFilterPattern?: NameFilter;

  @ObjectProperty({ of: NameFilter })
  tableFilterPattern?: NameFilter;

  @BooleanProperty({})
  includeViews = DEFAULT_CRAWL.includeViews;

  @BooleanProperty({ description: 'Whether partitions are tables of their own' })
  includePartitions = DEFAULT_CRAWL.includePartitions;

  @IntegerProperty({
    ...rangeOf('deleteAfter'),
    description: 'A table is deleted after it was missing in this many crawls in a row; 0: never',
  })
  deleteAfter = DEFAULT_CRAWL.deleteAfter;
}

export class DataLimits implements AccessLimits {
  @IntegerProperty({ ...rangeOf('connections'), description: 'Readings at a time, over all workers' })
  connections = DEFAULT_LIMITS.connections;

  @IntegerProperty({ ...rangeOf('connectSeconds'), description: 'For name, TCP, TLS and login together' })
  connectSeconds = DEFAULT_LIMITS.connectSeconds;

  @IntegerProperty({ ...rangeOf('statementSeconds'), description: 'Of one statement; set in the source as well' })
  statementSeconds = DEFAULT_LIMITS.statementSeconds;

  @IntegerProperty({ ...rangeOf('runSeconds'), description: 'Of a data run' })
  runSeconds = DEFAULT_LIMITS.runSeconds;
}

export class DataAccessQuery {
  @TextProperty({ required: true, description: 'A database service, by id or FQN.', example: 'shop_postgres' })
  service!: string;
}

export class DataAccessRequest implements DataAccess {
  @BooleanProperty({ description: 'false: the access is stored, but nothing is read' })
  enabled = true;

  @BooleanProperty({
    description:
      'Whether SQL of test cases and contracts is run: it may ask for all that the user of the connection may SELECT',
  })
  customSql = false;

  @ListProperty({
    of: FUNCTION,
    max: MOST_FUNCTIONS,
    description:
      "Functions that SQL may call beside those of the engine's list, which the owner of the access answers for; never those that run texts, read files, sleep, lock or signal",
  })
  functions?: readonly string[];

  @BooleanProperty({
    description:
      'Whether checks store keys of failing rows as samples of their test cases. The data access of the table must allow it too, and the service must store samples',
  })
  exampleKeys = false;

  @ZoneProperty({
    min: 0,
    description: 'IANA zone of timestamps without one',
  })
  timezone = 'UTC';

  @ChoiceProperty({
    of: COLUMN_PROMISES,
    description:
      'read: promised constraints are checked on the rows, unless the engine enforces them; declared: constraints declared by the source are trusted',
  })
  columnPromises: ColumnPromises = 'read';

  @ObjectProperty({ of: DataCrawlRules })
  crawl: DataCrawlRules = { ...DEFAULT_CRAWL };

  @ObjectProperty({ of: DataLimits })
  limits: DataLimits = { ...DEFAULT_LIMITS };
}

export class TableDataAccessRequest implements TableDataAccess {
  @BooleanProperty({
    required: true,
    description: 'Whether checks store keys of rows that fail, where the data access of the service allows it too',
  })
  exampleKeys!: boolean;
}
