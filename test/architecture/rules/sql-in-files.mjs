const DEFINITION = /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:function|procedure|trigger)\b/i;

/** Functions of the database have one place and one text: their file in libs/database/src/schema, which migrations apply. */
export const sqlInFiles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      definition:
        'A function or trigger of the database stands in its file in libs/database/src/schema, which a migration applies (applySchema)',
    },
  },
  create({ report }) {
    const check = (node, text) => {
      if (DEFINITION.test(text)) report({ node, messageId: 'definition' });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join(' ')),
    };
  },
};
