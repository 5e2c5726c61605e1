/** The typed client, what throws its errors, and the documents of searches. */
const ANSWERS = /^(api|answerOf|_source)$/;

const isConst = ({ typeName }) => typeName?.name === 'const';

/** Whether an expression is an answer of the API: a call of the client, awaited or not, or a member of one. */
function isAnswer(node) {
  switch (node?.type) {
    case 'AwaitExpression':
      return isAnswer(node.argument);
    case 'MemberExpression':
      return isAnswer(node.object);
    case 'LogicalExpression':
      return isAnswer(node.left);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return isAnswer(node.expression);
    case 'CallExpression':
      return isAnswer(node.callee);
    case 'Identifier':
      return ANSWERS.test(node.name);
    default:
      return false;
  }
}

/**
 * Pages read the API by the operations of its document alone, whose types are generated: outside of the client nothing fetches, and no
 * answer is given a type by hand. Where the document lacks a shape, the API adds it.
 */
export const generatedAnswers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      fetch: 'Call an operation of the document: api.GET and the like (api/service/client.ts)',
      type: 'The document says what this answer is: add there what it lacks',
    },
  },
  create: ({ report }) => ({
    'CallExpression[callee.name=/^(fetch|authorizedFetch)$/]': (node) => report({ node, messageId: 'fetch' }),
    'CallExpression[callee.property.name="json"]': (node) => report({ node, messageId: 'fetch' }),
    'CallExpression[typeArguments]'(node) {
      if (isAnswer(node.callee)) report({ node, messageId: 'type' });
    },
    TSAsExpression(node) {
      if (!isConst(node.typeAnnotation) && isAnswer(node.expression)) report({ node, messageId: 'type' });
    },
  }),
};
