const REFERENCE = /^#\/components\/schemas\/(.+)$/;
/** A description beside a name is a line, not a page. */
const LONGEST_ABOUT = 90;

const firstLine = (text) => {
  const line = text.split('\n', 1)[0];
  return line.length > LONGEST_ABOUT ? `${line.slice(0, LONGEST_ABOUT)} …` : line;
};

/** A schema with what it refers to, and with all alternatives that have members, values or items. */
function variants(schemas, schema) {
  const name = REFERENCE.exec(schema.$ref ?? '')?.[1];
  const whole = name ? { ...schemas[name], name } : schema;
  return [whole, ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])].flatMap((one) =>
    one === whole ? [one] : variants(schemas, one),
  );
}

/**
 * What can be written in a contract, for completion: of each kind of object its members, each with its values, what it is for, and the
 * kind of object that it holds. Made of the API document, so that it is what the service takes.
 */
export function contractMembers({ components: { schemas } }) {
  const kinds = {};
  const add = (kind, members) => {
    if (kinds[kind]) return kind;
    kinds[kind] = {};
    for (const [name, schema] of Object.entries(members)) {
      if (schema.readOnly) continue;
      const all = variants(schemas, schema).flatMap((one) => [one, ...(one.items ? variants(schemas, one.items) : [])]);
      const values = [...new Set(all.flatMap((one) => one.enum ?? (one.type === 'boolean' ? ['true', 'false'] : [])))];
      const about = all.find(({ description }) => description)?.description;
      const within = all.filter(({ properties }) => properties);
      const below = Object.assign({}, ...within.map(({ properties }) => properties));
      kinds[kind][name] = {
        ...(values.length > 0 && { values }),
        ...(about && { about: firstLine(about) }),
        ...(within.length > 0 && { kind: add(within.find((one) => one.name)?.name ?? `${kind}.${name}`, below) }),
      };
    }
    return kind;
  };
  add('', schemas.CreateDataContract.properties);
  return kinds;
}
