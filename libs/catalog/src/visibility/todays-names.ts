import { isObject } from '@app/common';
import { joinFqn, splitFqn } from '../fqn';
import type { Queryable } from '../query/queryable';
import { calledIn, FREE, memberOf, type Called } from './mentions';

type Json = Readonly<Record<string, unknown>>;

/** id → FQN of today, of entities that are called otherwise somewhere. */
export type TodaysNames = ReadonlyMap<string, string>;

/** Members with FQNs; a link to an entity has one inside. */
const NAMES = /^(fullyQualifiedName|entityFullyQualifiedName|\w+FQN|entityLink)$/;
const OF_LABELS = 'tagFQN';

const OTHERWISE = {
  name: 'todays-names',
  text: `select distinct e.id::text, e.fqn from unnest($1::uuid[], $2::text[]) n(id, fqn) join entity e on e.id = n.id
          where e.type = any($3::text[]) and e.fqn <> n.fqn and not starts_with(n.fqn, e.fqn || '.')`,
};

/** One statement. What is called by the name of a part of it is called rightly. */
export async function todaysNames(
  db: Queryable,
  called: readonly Called[],
  types: readonly string[],
): Promise<TodaysNames> {
  if (!called.length) return new Map();
  const asked = [called.map(({ id }) => id), called.map(({ fqn }) => fqn), types];
  const rows = await db.read<{ id: string; fqn: string }>(OTHERWISE, asked);
  return new Map(rows.map(({ id, fqn }) => [id, fqn]));
}

/**
 * A document in which entities are called as they are today. Versions and events contain the names that an entity had, and with them those
 * of its former ancestors, which may be hidden from the present reader.
 * @returns the document itself where all are called so
 */
export function withTodaysNames(document: unknown, names: TodaysNames): unknown {
  const renamer = new Renamer(names);
  const renamed = renamer.value(document, NOWHERE, '');
  return renamer.isChanged ? renamed : document;
}

/** Where in a document a value stands. */
interface Standing {
  /** FQN of the entity that it is of, as the document calls it. */
  readonly fqn?: string;
  /** Former name → that of today: of the entity, and of those above it. */
  readonly renamed: readonly (readonly [before: string, today: string])[];
  /** In what a change was or became. */
  readonly isChange?: boolean;
}

const NOWHERE: Standing = { renamed: [] };

class Renamer {
  isChanged = false;

  constructor(private readonly names: TodaysNames) {}

  value(value: unknown, at: Standing, member: string): unknown {
    if (typeof value === 'string') return NAMES.test(member) && member !== OF_LABELS ? this.name(value, at) : value;
    if (Array.isArray(value)) return value.map((one) => this.value(one, at, member));
    return isObject(value) ? this.object(value, at) : value;
  }

  private object(object: Json, above: Standing): Json {
    const called = calledIn(object);
    const at = called ? this.standing(called) : above;
    return Object.fromEntries(
      Object.entries(object).flatMap(([own, value]): [string, unknown][] => {
        const member = memberOf(object, own);
        if (FREE.has(member)) return [[own, value]];
        if (at.isChange && !called && own === 'fullyQualifiedName' && isElsewhere(value, at)) {
          this.isChanged = true;
          return [];
        }
        const inside = own === 'oldValue' || own === 'newValue' ? { ...at, isChange: true } : at;
        return [[own, this.value(value, inside, member)]];
      }),
    );
  }

  private standing({ id, fqn }: Called): Standing {
    const today = this.names.get(id);
    return { fqn, renamed: today === undefined || today === fqn ? [] : renamedParts(fqn, today) };
  }

  private name(text: string, { renamed }: Standing): string {
    for (const [before, today] of renamed) {
      const at = text.startsWith(LINK) ? text.indexOf('::', LINK.length) + 2 : 0;
      const rest = text.slice(at + before.length);
      if (!text.startsWith(before, at) || !/^(\.|::|>|$)/.test(rest)) continue;
      this.isChanged = true;
      return text.slice(0, at) + today + rest;
    }
    return text;
  }
}

const LINK = '<#E::';

/** The name of a part, from before the entity was moved. */
function isElsewhere(name: unknown, { fqn }: Standing): boolean {
  return fqn !== undefined && typeof name === 'string' && name !== fqn && !name.startsWith(`${fqn}.`);
}

/** The names, before and today, of an entity that had another parent, and of all its ancestors up to that parent. */
function renamedParts(before: string, today: string): [string, string][] {
  const [old, now] = [splitFqn(before) ?? [before], splitFqn(today) ?? [today]];
  const renamed: [string, string][] = [];
  while (old.length && now.length) {
    renamed.push([joinFqn(undefined, ...old), joinFqn(undefined, ...now)]);
    if (old.pop() !== now.pop() || old.join('\n') === now.join('\n')) break;
  }
  return renamed;
}
