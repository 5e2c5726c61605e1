/** The one place of each tool, below libs/. A class of that kind of name elsewhere is a second one. */
const TOOLS = [
  { name: /Semaphore$/, home: 'common/src/concurrency/semaphore.ts' },
  { name: /Batcher$/, home: 'common/src/concurrency/batcher.ts' },
  { name: /PeriodicTask$/, home: 'common/src/concurrency/periodic-task.ts' },
  { name: /TimeoutError$/, home: 'common/src/concurrency/timeout.ts' },
  { name: /Cursor|Keyset(?!Order|Query)/, home: 'common/src/page/' },
  { name: /Keyset(?:Order|Query)/, home: 'database/src/lists/' },
  { name: /Idempoten/, home: 'database/src/idempotency.ts' },
];

const PERIODIC_TASK = 'common/src/concurrency/periodic-task.ts';
const TIMEOUT = 'common/src/concurrency/timeout.ts';
const IDEMPOTENCY = 'database/src/idempotency.ts';
const TIMERS = /\bsetTimeout\b|\bdelay\(/;
const IDEMPOTENCY_SQL = /\b(?:into|update|from)\s+idempotency\b/i;

/** `groups.set(key, [...(groups.get(key) ?? []), item])` */
const COPIED_GROUP =
  'CallExpression[callee.property.name="set"] > ArrayExpression > SpreadElement > LogicalExpression[left.callee.property.name="get"]';

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** Names of methods that are called, or handed on, as members of `this` below a node. */
function ownCalls(node, visitorKeys) {
  const names = new Set();
  const visit = (one) => {
    if (!one || typeof one.type !== 'string') return;
    if (one.type === 'MemberExpression' && one.object.type === 'ThisExpression') names.add(one.property.name);
    for (const key of visitorKeys[one.type] ?? []) [one[key]].flat().forEach(visit);
  };
  visit(node);
  return names;
}

/** Whether `target` is among the methods, or what one of them calls: a timer that sets itself again. */
function leadsTo(target, from, calls) {
  return [...from].some((name) => name === target || calls.get(name)?.has(target));
}

/**
 * A semaphore, a batcher, a periodic task, a time-out, a joined signal, a keyset page, an idempotent request and the grouping of items are there once: a
 * second one has faults that were mended in the first.
 */
export const oneOfEachTool = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      second: '{{ name }}: use the one of libs/{{ home }}',
      interval: 'Repeat work with PeriodicTask of libs/common: it waits at a stop, and rests while it fails',
      signal:
        'Join signals with JoinedSignal of libs/common: what AbortSignal.any makes stays with the signal that lives longest',
      race: 'Limit the time of work with withTimeout or endsWithin of libs/common',
      grouping: 'Use groupBy of libs/common: a group that is copied at each of its items takes quadratic time',
      idempotency: 'Use once() of libs/database: the table of idempotency keys has one reader',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const file = context.filename.replaceAll('\\', '/');
    const isAt = (home) => file.includes(`/libs/${home}`);
    const methods = new Map();
    const enclosing = (node, types) => sourceCode.getAncestors(node).findLast(({ type }) => types.includes(type));

    function reportLoop(node) {
      const member = enclosing(node, ['MethodDefinition', 'PropertyDefinition']);
      const [callback] = node.arguments;
      if (!callback || isAt(PERIODIC_TASK)) return;
      if (!member) {
        const named = enclosing(node, ['FunctionDeclaration']);
        const isOwn = named?.id && new RegExp(`\\b${named.id.name}\\b`).test(sourceCode.getText(callback));
        if (isOwn) context.report({ node, messageId: 'interval' });
        return;
      }
      const { body } = member.parent;
      if (!methods.has(body)) {
        const calls = body.map((one) => [one.key?.name, ownCalls(one.value, sourceCode.visitorKeys)]);
        methods.set(body, new Map(calls));
      }
      const reached = ownCalls(callback, sourceCode.visitorKeys);
      if (leadsTo(member.key.name, reached, methods.get(body))) context.report({ node, messageId: 'interval' });
    }

    const reportSql = (node, text) => {
      if (IDEMPOTENCY_SQL.test(text) && !isAt(IDEMPOTENCY)) context.report({ node, messageId: 'idempotency' });
    };

    return {
      ClassDeclaration({ id }) {
        const second = TOOLS.find(({ name, home }) => id && name.test(id.name) && !isAt(home));
        if (second) context.report({ node: id, messageId: 'second', data: { name: id.name, home: second.home } });
      },
      'CallExpression[callee.name="setInterval"]'(node) {
        context.report({ node, messageId: 'interval' });
      },
      'CallExpression[callee.name="setTimeout"]': reportLoop,
      'CallExpression[callee.object.name="Promise"][callee.property.name="race"]'(node) {
        const around = enclosing(node, FUNCTIONS);
        if (around && TIMERS.test(sourceCode.getText(around)) && !isAt(TIMEOUT))
          context.report({ node, messageId: 'race' });
      },
      'CallExpression[callee.object.name="AbortSignal"][callee.property.name="any"]'(node) {
        context.report({ node, messageId: 'signal' });
      },
      [COPIED_GROUP](node) {
        context.report({ node, messageId: 'grouping' });
      },
      Literal: (node) => typeof node.value === 'string' && reportSql(node, node.value),
      TemplateElement: (node) => reportSql(node, node.value.raw),
    };
  },
};
