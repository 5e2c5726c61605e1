/** A description beside a name is a line, not a page. */
const LONGEST_ABOUT = 90;

const firstLine = (text) => {
  const line = text.split('\n', 1)[0];
  return line.length > LONGEST_ABOUT ? `${line.slice(0, LONGEST_ABOUT)} …` : line;
};

/** A schema with what it refers to, and with all parts and alternatives that have members, values or items. */
function variants(document, schema) {
  const { $ref, allOf = [], anyOf = [], oneOf = [], then } = schema;
  const path = $ref?.split('/').slice(1);
  const referred = path ? [{ ...path.reduce((at, step) => at[step], document), name: path.at(-1) }] : [];
  const parts = [...referred, ...allOf, ...anyOf, ...oneOf, ...(then ? [then] : [])];
  return [schema, ...parts.flatMap((one) => variants(document, one))];
}

/** The name of the schema that all these members come from; none where they are narrowed or added to beside it. */
function nameOf(document, within) {
  const named = within.find(({ name }) => name);
  const own = named ? variants(document, named).filter(({ properties }) => properties) : [];
  return own.length === within.length ? named?.name : undefined;
}

/** Of each kind of object that a document can hold its members, each with its values, what it is for, and the kind of object that it holds. */
function membersOf(document, root) {
  const kinds = {};
  const add = (kind, members) => {
    if (kinds[kind]) return kind;
    kinds[kind] = {};
    for (const [name, schema] of Object.entries(members)) {
      if (schema.readOnly) continue;
      const all = variants(document, schema).flatMap((one) => [
        one,
        ...(one.items ? variants(document, one.items) : []),
      ]);
      const values = [...new Set(all.flatMap((one) => one.enum ?? (one.type === 'boolean' ? ['true', 'false'] : [])))];
      const about = all.find(({ description }) => description)?.description;
      const within = all.filter(({ properties }) => properties);
      const below = Object.assign({}, ...within.map(({ properties }) => properties));
      kinds[kind][name] = {
        ...(values.length > 0 && { values }),
        ...(about && { about: firstLine(about) }),
        ...(within.length > 0 && { kind: add(nameOf(document, within) ?? `${kind}.${name}`, below) }),
      };
    }
    return kind;
  };
  add('', root.properties);
  return kinds;
}

/** What can be written in a contract, for completion: made of the API document, so that it is what the service takes. */
export const contractMembers = (openapi) => membersOf(openapi, openapi.components.schemas.CreateDataContract);

/** What can be written in a document of the Open Data Contract Standard: made of its own schema. */
export const odcsMembers = (schema) => membersOf(schema, schema);
