import { sameJson } from '@app/common';
import { FREE, memberOf, namedIn, namedBy, referenceId, subjectOf, type NamedEntity } from './mentions';

/** The hidden entities that a document mentions. */
export interface Hidden {
  hasId(id: string): boolean;
  /** A name that may be that of the one or the other entity. */
  hasName(...alternatives: NamedEntity[]): boolean;
}

/** Also counts of other entities, excluding hidden ones. */
export interface HiddenAndCounts extends Hidden {
  count(id: string, name: string): number | undefined;
}

type Json = Record<string, unknown>;

/** For each list of a document without what is hidden, the positions that its items have in the list of the whole document. */
export type Positions = WeakMap<readonly unknown[], readonly number[]>;

/**
 * The document without mentions of hidden entities. The order of the remaining content is preserved.
 * @param positions called for each list of the result
 */
export function withoutHidden(
  document: unknown,
  hidden: HiddenAndCounts,
  positions: Positions = new WeakMap<readonly unknown[], readonly number[]>(),
): unknown {
  return new Remover(hidden, positions).value(document, false);
}

class Remover {
  constructor(
    private readonly hidden: HiddenAndCounts,
    private readonly positions: Positions,
  ) {}

  value(value: unknown, isFree: boolean, member = ''): unknown {
    if (Array.isArray(value)) return this.list(value, isFree, member);
    return typeof value === 'object' && value !== null ? this.object(value as Json, isFree) : value;
  }

  private list(values: readonly unknown[], isFree: boolean, member: string): unknown[] {
    const items: unknown[] = [];
    const positions: number[] = [];
    for (const [position, one] of values.entries()) {
      if (this.isHidden(one, isFree, member)) continue;
      const left = this.value(one, isFree, member);
      if (isEmptied(one, left)) continue;
      items.push(left);
      positions.push(position);
    }
    this.positions.set(items, positions);
    return items;
  }

  private object(object: Json, isFree: boolean): Json {
    const members = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
      const member = memberOf(object, name);
      const free = isFree || FREE.has(member);
      if (this.isHidden(value, free, member)) return [];
      const left = typeof value === 'number' ? this.number(object, name, value) : this.value(value, free, member);
      return isOmitted(name, value, left) ? [] : [[name, left]];
    });
    return consistent(object, regrouped(object, Object.fromEntries(members)));
  }

  private number(object: Json, name: string, value: number): number {
    const id = referenceId(object);
    const seen = id === undefined ? undefined : this.hidden.count(id, name);
    // An old version may have counted fewer than exist now.
    return seen === undefined ? value : Math.min(value, seen);
  }

  private isHidden(value: unknown, isFree: boolean, member: string): boolean {
    return isHidden(this.hidden, value, isFree, member);
  }
}

/** Whether a value of a member mentions something hidden by itself, and not by what is in it. */
export function isHidden(hidden: Hidden, value: unknown, isFree: boolean, member: string): boolean {
  if (typeof value === 'string') return !isFree && isHiddenText(hidden, value, member);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const id = referenceId(subjectOf(member, value) ?? value);
  if (id !== undefined && hidden.hasId(id)) return true;
  return !isFree && hidden.hasName(...namedIn(value, member));
}

function isHiddenText(hidden: Hidden, text: string, member: string): boolean {
  const named = namedBy(member, text);
  return hidden.hasId(text) || (named !== undefined && hidden.hasName(named));
}

/** Lists omitted when empty. */
const NEVER_EMPTY = new Set(['qualityExpectations', 'associatedTags', 'referredColumns', 'upstream']);

function isOmitted(name: string, before: unknown, left: unknown): boolean {
  return NEVER_EMPTY.has(name) && before !== left && Array.isArray(left) && left.length === 0;
}

/** A change that affects only hidden entities is omitted. */
function isEmptied(before: unknown, left: unknown): boolean {
  if (!isChange(before) || sameJson(before, left)) return false;
  const { oldValue, newValue } = left as Json;
  return isNothing(oldValue) ? isNothing(newValue) : sameJson(oldValue, newValue);
}

/** Where only something hidden was there before, or stays, all that is seen was added, or deleted. */
function regrouped(before: Json, left: Json): Json {
  const { fieldsAdded, fieldsUpdated, fieldsDeleted } = left;
  if (![fieldsAdded, fieldsUpdated, fieldsDeleted].every(Array.isArray)) return left;
  const updated = fieldsUpdated as Json[];
  const whole = new Map((before.fieldsUpdated as Json[]).map((change) => [change.name, change]));
  const lacks = (change: Json, side: 'oldValue' | 'newValue'): boolean =>
    isNothing(change[side]) && !isNothing(whole.get(change.name)?.[side]);
  const isNew = (change: Json): boolean => lacks(change, 'oldValue');
  const isOld = (change: Json): boolean => lacks(change, 'newValue');
  if (!updated.some((change) => isNew(change) || isOld(change))) return left;
  return {
    ...left,
    fieldsAdded: [...(fieldsAdded as Json[]), ...updated.filter(isNew).map(({ oldValue: _old, ...change }) => change)],
    fieldsUpdated: updated.filter((change) => !isNew(change) && !isOld(change)),
    fieldsDeleted: [
      ...(fieldsDeleted as Json[]),
      ...updated.filter((change) => isOld(change) && !isNew(change)).map(({ newValue: _new, ...change }) => change),
    ],
  };
}

function isChange(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && ('oldValue' in value || 'newValue' in value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Updates derived members: the first owner, the vote counts. */
function consistent(before: Json, left: Json): Json {
  if ('owner' in before && Array.isArray(left.owners)) {
    const { owner: _owner, ...others } = left;
    const [first] = left.owners as unknown[];
    return first === undefined ? others : { ...others, owner: first };
  }
  if (!Array.isArray(left.upVoters) || !Array.isArray(left.downVoters)) return left;
  return { ...left, upVotes: left.upVoters.length, downVotes: left.downVoters.length };
}
