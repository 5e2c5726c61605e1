import type { RestClient } from '../support/rest-client';
import type { Json } from './document';
import { PROFILED_COLUMN } from './further-relations';
import type { Part, Thing } from './registry';
import type { World } from './world';

/** By type, what names others as texts, and the members that hold it. */
const NAMINGS: Readonly<Record<string, (tables: readonly Named[], tags: readonly Named[]) => Json>> = {
  tag: (_, tags) => ({ associatedTags: fqnsOf(tags) }),
  table: (tables) => ({
    tableConstraints: [
      {
        constraintType: 'FOREIGN_KEY',
        columns: [PROFILED_COLUMN],
        referredColumns: fqnsOf(tables, `.${PROFILED_COLUMN}`),
      },
    ],
    dataModel: { modelType: 'DBT', path: 'models/seen.sql', upstream: fqnsOf(tables) },
  }),
  mlmodel: (tables) => ({
    mlFeatures: [{ name: 'seen_feature', featureSources: tables.map(({ part, thing }) => sourceOf(part, thing)) }],
  }),
};

/** Without the thing, where nothing is hidden. */
interface Named {
  readonly part: Part;
  readonly thing?: Thing | undefined;
}

/** An empty list is left out, as it is of which all is hidden. */
function fqnsOf(named: readonly Named[], part = ''): string[] | undefined {
  const fqns = named.flatMap(({ thing }) => (thing ? `${thing.fqn}${part}` : []));
  return fqns.length ? fqns : undefined;
}

function sourceOf(name: string, thing?: Thing): Json {
  return {
    name: `source_${name === 'hidden' ? 1 : 2}`,
    ...(thing && { dataSource: { id: thing.id, type: thing.type } }),
  };
}

/** Patches after which an entity of the type names something hidden; each changes something that is seen. */
export function namings({ things }: World, type: string): Json[][] {
  const naming = NAMINGS[type];
  if (!naming) return [];
  const named = (of: string, parts: readonly Part[]): Named[] =>
    parts.map((part) => ({ part, thing: things.find(part, of) }));
  const steps = [['hidden'], ['hidden', 'plain'], ['hidden']] as const;
  return steps.map((parts, step) => [
    { op: 'replace', path: '/description', value: `seen and changed ${step}` },
    ...Object.entries(naming(named('table', parts), named('tag', parts))).flatMap(([member, value]) => {
      const path = `/${member}`;
      if (value !== undefined) return [{ op: 'add', path, value }];
      return step === 0 ? [] : [{ op: 'remove', path }];
    }),
  ]);
}

/**
 * Moves the table into what is hidden; in the twin, into what is gone when it has left.
 * @returns moves it back
 */
export async function moveAway(world: World, editor: RestClient): Promise<() => Promise<void>> {
  const { things, hasHidden, admin } = world;
  const path = `/tables/${things.get('referring', 'table').id}`;
  const before = await admin.must<{ databaseSchema: { id: string } }>('GET', path);
  const away = hasHidden
    ? things.get('hidden', 'databaseSchema')
    : await admin.must<{ id: string }>('POST', '/databaseSchemas', {
        name: 'left',
        database: things.get('plain', 'database').fqn,
      });
  const move = async (id: string): Promise<void> => {
    const value = { id, type: 'databaseSchema' };
    await editor.must('PATCH', path, [{ op: 'replace', path: '/databaseSchema', value }]);
  };
  await move(away.id);
  return async () => {
    await move(before.databaseSchema.id);
    if (!hasHidden) await admin.must('DELETE', `/databaseSchemas/${away.id}?hardDelete=true`);
  };
}
