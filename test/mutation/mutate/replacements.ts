import ts from 'typescript';
import { BINARY_SWAPS, METHOD_SWAPS } from './operator-swap';

/** The part of a file that is replaced, and by what. */
export type Replacement = readonly [part: ts.Node, ...texts: string[]];

type Rule = (node: ts.Node, text: (node: ts.Node) => string) => Replacement | undefined;

const RULES: readonly Rule[] = [
  (node) => (ts.isBinaryExpression(node) ? [node.operatorToken, ...binary(node)] : undefined),
  (node, text) => (isDefaulted(node) ? [node, text(node.left), text(node.right)] : undefined),
  (node, text) => (ts.isPrefixUnaryExpression(node) ? [node, text(node.operand)] : undefined),
  (node) => (ts.isConditionalExpression(node) ? [node.condition, 'true', 'false'] : undefined),
  (node) => (ts.isIfStatement(node) ? [node.expression, 'true', 'false'] : undefined),
  (node) => (ts.isNumericLiteral(node) ? [node, `${Number(node.text) + 1}`, `(${Number(node.text) - 1})`] : undefined),
  (node) => (node.kind === ts.SyntaxKind.TrueKeyword ? [node, 'false'] : undefined),
  (node) => (node.kind === ts.SyntaxKind.FalseKeyword ? [node, 'true'] : undefined),
  (node) => (isText(node) ? [node, node.text === '' ? "'changed'" : "''"] : undefined),
  (node) => (ts.isTemplateExpression(node) ? [node, "''"] : undefined),
  (node) => (ts.isArrayLiteralExpression(node) && node.elements.length > 0 ? [node, '[]'] : undefined),
  (node) => (ts.isObjectLiteralExpression(node) && node.properties.length > 0 ? [node, '({})'] : undefined),
  (node) => (ts.isExpressionStatement(node) || ts.isContinueStatement(node) ? [node, ';'] : undefined),
  (node) => (ts.isReturnStatement(node) && returnsSomething(node) ? [node, 'return;'] : undefined),
  (node) => (ts.isArrowFunction(node) && !ts.isBlock(node.body) ? [node.body, '(undefined)'] : undefined),
  (node) => (ts.isQuestionDotToken(node) && isBeforeName(node) ? [node, '.'] : undefined),
  call,
];

/** Every change of one node; what is beneath it is changed on its own. */
export function replacementsOf(node: ts.Node, text: (node: ts.Node) => string): Replacement[] {
  return RULES.flatMap((rule) => {
    const found = rule(node, text);
    return found ? [found] : [];
  });
}

function binary({ operatorToken, left, right }: ts.BinaryExpression): readonly string[] {
  const joinsText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  // A text minus a text is no number: the change would be noticed for a wrong reason.
  return operatorToken.kind === ts.SyntaxKind.PlusToken && joinsText
    ? []
    : (BINARY_SWAPS.get(operatorToken.kind) ?? []);
}

/** `a ?? b`: once without the default, once with nothing else. */
function isDefaulted(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
}

function call(node: ts.Node, text: (node: ts.Node) => string): Replacement | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (!Object.hasOwn(METHOD_SWAPS, name.text)) return undefined;
  const other = METHOD_SWAPS[name.text];
  return other ? [name, other] : [node, text(expression)];
}

function returnsSomething({ expression }: ts.ReturnStatement): boolean {
  return expression !== undefined && !(ts.isIdentifier(expression) && expression.text === 'undefined');
}

function isText(node: ts.Node): node is ts.StringLiteralLike {
  return ts.isStringLiteralLike(node) && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node);
}

/** `a?.b`; in `a?.[b]` and `a?.(b)` a dot alone would be no program. */
function isBeforeName({ parent }: ts.Node): boolean {
  return ts.isPropertyAccessExpression(parent);
}
