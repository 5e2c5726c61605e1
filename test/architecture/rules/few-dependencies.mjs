/** A class that is given more does more than one thing (docs/testing.md). */
const MOST = 8;

/** Whatever a class needs beside its work is given to its constructor; the number of that says how many things it does. */
export const fewDependencies = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      many: `A constructor has at most ${MOST} parameters, this one {{ count }}: move what some of them do together into a class of its own`,
    },
  },
  create: ({ report }) => ({
    'MethodDefinition[kind="constructor"]'({ value }) {
      const count = value.params.length;
      if (count > MOST) report({ node: value, messageId: 'many', data: { count } });
    },
  }),
};
