/** What a plan must not reach for, not even by a type: a transaction, a connection, a service that is injected. */
const IMPURE = /^(@app\/database|@nestjs\/.*|pg|typeorm)$/;

/** The plan of a write follows from what was read before, from the request and from rights: `write/plan` asks nobody. */
export const purePlans = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      impure:
        'A plan is pure: what it needs is read into the snapshot before (write/snapshot), and what it says is written behind it (write/commit)',
    },
  },
  create({ report }) {
    const judge = (node) => {
      if (IMPURE.test(node.source?.value)) report({ node, messageId: 'impure' });
    };
    return {
      ImportDeclaration: judge,
      ImportExpression: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
    };
  },
};
