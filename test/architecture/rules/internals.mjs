/**
 * Members of packages and of the engine that no documentation promises, by the files that may use them: their new versions are compared
 * with these alone. `Submittable` is the interface that pg has for queries of others; what it gives is the connection, with its protocol.
 */
const INTERNALS = [
  { of: 'pg', modules: /^pg-|^pg\//, home: ['database/src/connection/pg-internals.ts'] },
  {
    of: 'pg',
    names: /^Submittable$/,
    from: /^pg$/,
    // Neither may load what libs/database loads: one reads other people's databases, one is a thread of its own.
    home: ['sources/src/postgres/limited-query.ts', 'lineage/src/export/scan/snapshot.ts'],
  },
  { of: 'BullMQ', modules: /^bullmq\//, home: ['queue/src/bullmq-internals.ts'] },
  { of: 'V8', modules: /^(node:)?v8$/, home: ['common/src/thread/start-thread.ts'] },
];

/** Packages whose objects have such members. What is made of a class of ours that extends one of theirs is one of theirs. */
const OWNERS = [
  // The limit of messages is asked of the driver's own connection, behind TLS.
  {
    of: 'pg',
    imports: /^pg$|\/resilient-client$/,
    home: [...INTERNALS[0].home, 'sources/src/postgres/watched-client.ts'],
  },
  { of: 'BullMQ', imports: /^bullmq$|\/queue-client$/, home: INTERNALS[2].home },
];

/** The driver's own connection, behind the one that its documentation has: `client.connection`. */
const CLIENT = /^(client|session|poolClient)$/;

export const internals = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { internal: 'Internals of {{ of }} are used in {{ home }} alone: add there what you need' },
  },
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    const isAt = (home) => home.some((one) => file.endsWith(`/libs/${one}`));
    const owners = new Set();
    const tell = (node, { of, home }) => {
      if (!isAt(home)) context.report({ node, messageId: 'internal', data: { of, home: home.join(', ') } });
    };

    function judge(node) {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      for (const owner of OWNERS) if (owner.imports.test(source)) owners.add(owner);
      for (const one of INTERNALS) {
        if (one.modules?.test(source)) tell(node, one);
        if (one.from?.test(source) && node.specifiers?.some(({ imported }) => one.names.test(imported?.name)))
          tell(node, one);
      }
    }

    const ofOwners = (node) => owners.forEach((owner) => tell(node, owner));

    return {
      ImportDeclaration: judge,
      ImportExpression: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
      // A cast by way of `unknown` is how a member is reached that the types do not have.
      'TSAsExpression > TSAsExpression > TSUnknownKeyword': ({ parent }) => ofOwners(parent.parent),
      'MemberExpression[computed=false]'(node) {
        const isPrivate = /^_[a-z]/.test(node.property.name);
        const { type, name } = node.object;
        const isWire = node.property.name === 'connection' && type === 'Identifier' && CLIENT.test(name);
        if (isPrivate || isWire) ofOwners(node);
      },
    };
  },
};
