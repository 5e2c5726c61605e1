import { joinFqn, splitFqn, type EntityType } from '@app/catalog';

type Json = Record<string, unknown>;

const ID = '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11';

/** Makes the example of an answer: that of the create body as the service would give it back, with what it adds. */
export function answerExample(entityType: EntityType, more: Readonly<Json> = {}): Json {
  const { example, collection } = entityType;
  return {
    id: ID,
    ...example,
    ...references(entityType),
    fullyQualifiedName: fqnOf(entityType),
    version: 0.1,
    updatedAt: 1_767_225_600_000,
    updatedBy: 'admin',
    href: `http://127.0.0.1:8585/api/v1/${collection}/${ID}`,
    deleted: false,
    ...more,
  };
}

/** Parents and relations: sent by name or id, answered as references. */
function references({ example, parents, relations }: EntityType): Json {
  const shown: Json = {};
  for (const { property, types, link } of parents) {
    if (example[property] !== undefined && !link) shown[property] = referenceTo(example[property], types);
  }
  for (const [property, { types }] of Object.entries(relations)) {
    const value = example[property];
    if (value === undefined) continue;
    shown[property] = Array.isArray(value) ? value.map((item) => referenceTo(item, types)) : referenceTo(value, types);
  }
  return shown;
}

function referenceTo(sent: unknown, types: readonly string[]): Json {
  const given = typeof sent === 'string' ? { fullyQualifiedName: sent } : (sent as { fullyQualifiedName?: string });
  const name = splitFqn(given.fullyQualifiedName ?? '')?.at(-1);
  return { id: ID, type: types[0], ...(name && { name }), ...given };
}

function fqnOf({ example, parents, fqnPart, fqnBetween = [] }: EntityType): string {
  const name = String(example.name);
  const above = parents.map(({ property, link }) => {
    const value = example[property];
    if (typeof value !== 'string') return (value as { fullyQualifiedName?: string } | undefined)?.fullyQualifiedName;
    const target = link?.parse(value);
    return target ? joinFqn(target.fqn, ...target.between) : value;
  });
  const parent = above.filter((fqn) => fqn !== undefined).at(-1);
  return joinFqn(parent, ...fqnBetween, fqnPart ? fqnPart(name) : name);
}
