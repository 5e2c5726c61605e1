import type { EditedPart } from '../../search-parameters';

interface Rule {
  readonly name: string;
  readonly rule?: unknown;
}

/** Rules that are judged by their name alone. */
const BY_NAME: Readonly<Record<string, EditedPart>> = {
  hasOwner: 'owners',
  hasDescription: 'description',
  hasTags: 'tags',
  hasTier: 'tier',
  hasDomain: 'domains',
};

/** Members of an asset that a rule reads. */
const BY_MEMBER: Readonly<Record<string, EditedPart>> = {
  owner: 'owners',
  owners: 'owners',
  description: 'description',
  tags: 'tags',
  domain: 'domains',
  domains: 'domains',
  dataProducts: 'dataProducts',
};

/** Operators that read a member which they do not name. */
const BY_OPERATOR: Readonly<Record<string, Found>> = {
  isOwner: 'owners',
  isReviewer: 'other',
  isUpdatedBefore: 'other',
  isUpdatedAfter: 'other',
  missing: 'other',
  missing_some: 'other',
};

/** The part of an asset whose change cures a rule that is not met; undefined where it is about something else, or about several parts. */
export function curedPart({ name, rule }: Rule): EditedPart | undefined {
  const logic = parsed(rule);
  if (logic === undefined || logic === null) return BY_NAME[name];
  const found = new Set(partsIn(logic));
  const [only] = found;
  if (found.size !== 1 || only === 'other') return undefined;
  return only === 'tags' && JSON.stringify(logic).includes('Tier') ? 'tier' : only;
}

/** A rule may be stored as a text of JSON. */
function parsed(rule: unknown): unknown {
  if (typeof rule !== 'string') return rule;
  try {
    return JSON.parse(rule);
  } catch {
    return { unknown: rule };
  }
}

type Found = EditedPart | 'other';

/** The parts that a rule reads, in a walk over its operators. */
function partsIn(logic: unknown): Found[] {
  if (Array.isArray(logic)) return logic.flatMap(partsIn);
  if (typeof logic !== 'object' || logic === null) return [];
  return Object.entries(logic).flatMap(([operator, given]): Found[] => {
    if (operator === 'var') return [memberOf(given)];
    const own = BY_OPERATOR[operator];
    // Within an operator over a list the names are those of its items.
    const read = OVER_LISTS.has(operator) && Array.isArray(given) ? partsIn(given[0]) : partsIn(given);
    return own === undefined ? read : [own, ...read];
  });
}

const OVER_LISTS: ReadonlySet<string> = new Set(['all', 'some', 'none', 'filter', 'map', 'reduce']);

function memberOf(given: unknown): Found {
  const path: unknown = Array.isArray(given) ? given[0] : given;
  const [member = ''] = String(path).split('.');
  return BY_MEMBER[member] ?? 'other';
}
