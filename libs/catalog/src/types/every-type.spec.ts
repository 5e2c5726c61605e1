import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityType } from '../definition/entity-type';
import { SHARED_PARTS } from '../schema/shared-parts';
import { entityTypes } from './entity-types';
import type { JsonSchema } from '../definition/json-schema';

/** Types of dependent libraries that types of the catalog refer to. */
const ABOVE = ['dataContract'];

const all = entityTypes.all();
const known = new Set([...all.map(({ type }) => type), ...ABOVE]);

function referredParts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as JsonSchema).$ref;
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(referredParts)];
}

describe('the declared types', () => {
  it('are all in the list: a file of a declaration that is not would be without effect', () => {
    const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.type.ts'),
    );
    const declared = files.flatMap((file) => {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the files are not known at compile time
      const exported = Object.values(require(join(__dirname, file)) as Record<string, Partial<EntityType>>);
      return exported.flatMap(({ type }) => (type === undefined ? [] : [{ type, file }]));
    });
    const unlisted = declared.filter(({ type }) => !entityTypes.names().includes(type));
    expect(unlisted.map(({ file }) => `${file} has no line in declared-types.ts`)).toEqual([]);
    expect(declared.map(({ type }) => type).sort()).toEqual(entityTypes.names());
  });

  it.each(all.map((type) => [type.type, type] as const))('%s speaks of what there is', (_, type) => {
    const relations = Object.values(type.relations);
    const named = [...type.parents, ...type.ancestors, ...relations].flatMap(({ types }) => types);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const parts = referredParts(Object.values(type.attributes).map(({ schema }) => schema));
    expect(parts.filter((ref) => !(ref.slice('#/$defs/'.length) in SHARED_PARTS))).toEqual([]);
    const members = { ...type.attributes, ...type.relations };
    expect(type.required.filter((name) => !(name in members))).toEqual([]);
  });

  it('share parts that speak of what there is', () => {
    expect(referredParts(SHARED_PARTS).filter((ref) => !(ref.slice('#/$defs/'.length) in SHARED_PARTS))).toEqual([]);
  });

  it('show what a create body must have, a table’s columns aside', () => {
    const byRequest = all.flatMap(({ type, required, attributes }) =>
      required.filter((name) => attributes[name]?.shown === 'request').map((name) => `${type}.${name}`),
    );
    // Policies are for administrators, who ask for the rules.
    expect(byRequest).toEqual(['policy.rules']);
  });
});
