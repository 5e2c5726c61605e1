const CONTAINERS = /^(Map|Set|WeakMap|WeakSet)$/;

/** The start of a process and its end, which no request follows from. */
const LIFECYCLE = /^(constructor|register|start|stop|on(Module|Application).*)$/;

const SERVICE = /^(Injectable|Controller)$/;

/** Whether it is an empty container, to be filled later. */
function isToBeFilled(value) {
  if (value?.type !== 'NewExpression' || value.callee.type !== 'Identifier') return false;
  return CONTAINERS.test(value.callee.name) && value.arguments.length === 0;
}

const isReadonly = (annotation) => /^Readonly/.test(annotation?.typeAnnotation?.typeName?.name ?? '');

const isService = ({ decorators = [] }) =>
  decorators.some(({ expression }) => SERVICE.test(expression.callee?.name ?? expression.name ?? ''));

/**
 * What happens to a request follows from the request and from the data, never from what came before it: what a process remembers of
 * requests is in the cache, whose values are asked for within each request, or follows from its key alone (`once`, `oncePer`,
 * `KnownValues`). So a module has no variable that changes, and a service no field that does.
 */
export const noLearnedWays = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      learned:
        '{{ name }} changes from one request to the next: the way of a request depends on the request and the data alone. What follows from its key is made by once, oncePer or KnownValues, data are cached by RevalidatingCache (libs/common); anything else needs its reason',
    },
  },
  create({ report, sourceCode }) {
    const tell = (node, name) => report({ node, messageId: 'learned', data: { name } });

    function judgeField(node, left) {
      if (left.type === 'MemberExpression' && left.object.type !== 'ThisExpression') left = left.object;
      if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') return;
      const ancestors = sourceCode.getAncestors(node);
      const owner = ancestors.findLast(({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression');
      const member = ancestors.find(({ parent }) => parent?.parent === owner);
      if (!owner || !isService(owner) || LIFECYCLE.test(member?.key?.name ?? '')) return;
      tell(node, sourceCode.getText(left));
    }

    return {
      'Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration'({ kind, declarations }) {
        for (const one of declarations)
          if (kind === 'let' || (isToBeFilled(one.init) && !isReadonly(one.id.typeAnnotation))) tell(one, one.id.name);
      },
      PropertyDefinition({ key, value, typeAnnotation, parent }) {
        if (isService(parent.parent) && isToBeFilled(value) && !isReadonly(typeAnnotation)) tell(key, key.name);
      },
      AssignmentExpression: (node) => judgeField(node, node.left),
      UpdateExpression: (node) => judgeField(node, node.argument),
    };
  },
};
