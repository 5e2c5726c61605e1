import type { Condition } from '../query/list-question';
import { statementName, type Queryable } from '../query/queryable';
import type { NamedEntity } from './mentions';
import type { Sight } from './sight';

/** Ids that documents mention, with the type of the entity if they name it. */
export type MentionedIds = ReadonlyMap<string, string | undefined>;

/** Those of some entities that a caller may not view, and those that do not exist any more. */
interface UnseenKeys {
  readonly hidden: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
}

export const NOBODY: ReadonlySet<string> = new Set();
const NOTHING: UnseenKeys = { hidden: NOBODY, gone: NOBODY };

export const ofTypes =
  ({ types, closed }: Sight) =>
  ({ type }: NamedEntity): boolean =>
    types.includes(type) || closed.includes(type);

export const untyped = (ids: readonly string[]): MentionedIds => new Map(ids.map((id) => [id, undefined]));

/** SQL of what both ask: a row is of an entity `e`, or of none, that is named by `n`. */
const isUnseen = (condition: Condition): string =>
  `e.node is null or e.type = any($4::text[]) or (e.type = any($5::text[]) and not ${condition.sql('$3')})`;

/** Deleted ones are reported only where their type is known and the actor may not view all of it. */
export async function unseenIds(
  db: Queryable,
  { types, closed, condition }: Sight,
  ids: MentionedIds,
): Promise<UnseenKeys> {
  if (!ids.size) return NOTHING;
  const text = `select n.id::text as key, e.node is null as is_gone from unnest($1::uuid[], $2::text[]) n(id, type)
      left join entity e on e.id = n.id
    where (e.node is not null or n.type = any($4::text[] || $5::text[])) and (${isUnseen(condition)})`;
  const statement = { name: statementName('unseen-ids', condition.name), text };
  return keysOf(
    await db.read<UnseenRow>(statement, [[...ids.keys()], [...ids.values()], condition.value, closed, types]),
  );
}

export async function unseenNames(
  db: Queryable,
  { types, closed, condition }: Sight,
  names: readonly NamedEntity[],
): Promise<UnseenKeys> {
  if (!names.length) return NOTHING;
  const text = `select n.type || ' ' || n.fqn as key, e.node is null as is_gone from unnest($1::text[], $2::text[]) n(type, fqn)
      left join entity e on e.type = n.type and md5(e.fqn)::uuid = md5(n.fqn)::uuid and e.fqn = n.fqn
    where ${isUnseen(condition)}`;
  const statement = { name: statementName('unseen-names', condition.name), text };
  const asked = [names.map(({ type }) => type), names.map(({ fqn }) => fqn)];
  return keysOf(await db.read<UnseenRow>(statement, [...asked, condition.value, closed, types]));
}

interface UnseenRow {
  readonly key: string;
  readonly is_gone: boolean;
}

function keysOf(rows: readonly UnseenRow[]): UnseenKeys {
  const keys = (isGone: boolean): Set<string> =>
    new Set(rows.filter(({ is_gone }) => is_gone === isGone).map(({ key }) => key));
  return { hidden: keys(false), gone: keys(true) };
}
