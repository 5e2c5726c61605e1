import type { LineageEvent } from '../event';

/** The parts of a value that are read: all of it, these members, or of every member of a map the same; a list is read item by item. */
type Used = true | { readonly [member: string]: Used };

/** Wildcard for the names of members. */
const EACH = '*';

const NAME: Used = { namespace: true, name: true };
const TRANSFORMATIONS: Used = { type: true, subtype: true };
const FIELD: Used = { namespace: true, name: true, field: true, transformations: TRANSFORMATIONS };
const SOURCE: Used = { namespace: true, name: true, type: true, field: true, transformations: TRANSFORMATIONS };
const EXPLICIT: Used = { inputs: SOURCE, fields: { [EACH]: { inputs: SOURCE } } };
const LINEAGE: Used = { entries: { ...NAME, type: true, ...EXPLICIT } };
const TESTED = { severity: true, description: true, expected: true, actual: true } as const;
const ASSERTIONS: Used = {
  dataQualityAssertions: { assertions: { assertion: true, success: true, column: true, name: true, ...TESTED } },
};
const DATASET: Used = {
  symlinks: { identifiers: { namespace: true, name: true, type: true } },
  lifecycleStateChange: { lifecycleStateChange: true },
  ...ASSERTIONS,
};
const OUTPUT: Used = {
  ...DATASET,
  columnLineage: {
    fields: { [EACH]: { inputFields: FIELD, transformationType: true } },
    dataset: FIELD,
  },
  lineage: EXPLICIT,
};
const JOB: Used = { ...NAME, facets: { sql: { query: true }, lineage: LINEAGE } };
const SIDES: Used = {
  inputs: { ...NAME, facets: DATASET, inputFacets: ASSERTIONS, outputFacets: ASSERTIONS },
  outputs: {
    ...NAME,
    facets: OUTPUT,
    inputFacets: ASSERTIONS,
    outputFacets: { ...ASSERTIONS, outputStatistics: {} },
  },
};
/** The members of every event; its producer and its schema are stored with it. */
const EVENT = { eventTime: true, producer: true, schemaURL: true } as const;

const USED: Readonly<Record<LineageEvent['kind'], Used>> = {
  run: {
    ...EVENT,
    eventType: true,
    run: {
      runId: true,
      facets: {
        parent: { job: NAME },
        nominalTime: { nominalStartTime: true, nominalEndTime: true },
        test: {
          tests: { name: true, status: true, type: true, params: { column_name: true, column: true }, ...TESTED },
        },
        lineage: LINEAGE,
      },
    },
    job: JOB,
    ...SIDES,
  },
  job: { ...EVENT, job: JOB, ...SIDES },
  dataset: { ...EVENT, dataset: { ...NAME, facets: OUTPUT } },
};

/** Members that are named; the rest is counted. */
const MOST_NAMED = 40;
/** Characters of one of them. */
const LONGEST_PATH = 120;
/** Values that are looked at: what stands behind so many is of the same kinds. */
const MOST_VALUES = 20_000;

/** A note that names every facet and member of an event of which nothing is used; undefined where there is none. */
export function unusedNote(kind: LineageEvent['kind'], event: unknown): string | undefined {
  const walk = new Walk();
  walk.visit(event, USED[kind], '');
  const paths = [...walk.paths].sort();
  if (paths.length === 0) return undefined;
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return `not used: ${paths.slice(0, MOST_NAMED).join(', ')}${more}`;
}

class Walk {
  readonly paths = new Set<string>();
  private left = MOST_VALUES;

  visit(value: unknown, used: Used, path: string): void {
    if (used === true || typeof value !== 'object' || value === null || this.left-- <= 0) return;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) this.visit(item, used, path);
      return;
    }
    for (const [member, part] of Object.entries(value)) {
      const of = Object.hasOwn(used, member) ? used[member] : used[EACH];
      const below = path ? `${path}.${member}` : member;
      // Members of the frame of a facet begin with an underscore.
      if (of !== undefined) this.visit(part, of, of === used[EACH] ? path : below);
      else if (!member.startsWith('_') && part !== null && part !== undefined)
        this.paths.add(below.slice(0, LONGEST_PATH));
    }
  }
}
