/** Schemas of the API document, as far as controllers describe what they answer. */
export const text = { type: 'string' } as const;
export const uuid = { type: 'string', format: 'uuid' } as const;
export const flag = { type: 'boolean' } as const;
export const number = { type: 'number' } as const;
export const integer = { type: 'integer' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const instant = { type: 'integer', format: 'int64', description: 'Epoch milliseconds' } as const;

export const oneOf = (words: readonly string[], description?: string) => ({
  type: 'string' as const,
  enum: [...words],
  ...(description !== undefined && { description }),
});

export const list = (items: object, description?: string) => ({
  type: 'array' as const,
  items,
  ...(description !== undefined && { description }),
});

/** Schemas by the names of the members; a name that ends in `?`, as in TypeScript, is that of one that may be absent. */
type Members = Readonly<Record<string, object>>;

export function object(members: Members, description?: string) {
  const properties = Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema] as const);
  const required = Object.keys(members).filter((name) => !name.endsWith('?'));
  return {
    type: 'object' as const,
    ...(description !== undefined && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  };
}

/** An object that is a component of the API document: generated clients have a class of its title. */
export const component = (title: string, members: Members, description?: string) => ({
  title,
  ...object(members, description),
});
