import ts from 'typescript';
import { textOf } from '../ceilings';

/** A class with what it keeps, as far as its source says so. */
export interface ClassFacts {
  readonly name: string;
  readonly isProvider: boolean;
  /** Names of classes and interfaces that its fields, and what it passes on as fields, are of. */
  readonly holds: ReadonlySet<string>;
  /** What it implements or extends. */
  readonly is: readonly string[];
  /** Fields that change after its start. */
  readonly changing: readonly string[];
}

const PROVIDER = /^(Injectable|Controller|Module|Catch)$/;
const CONTAINER = /^(Map|Set|WeakMap|WeakSet)$/;
/** The start of an object and its end, which no request follows from. */
const LIFECYCLE = /^(start|stop|close|register|on(Module|Application).*)$/;
const READONLY = /^Readonly/;

const typeNames = (node: ts.Node | undefined): string[] => {
  const names: string[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isTypeReferenceNode(one) && ts.isIdentifier(one.typeName)) names.push(one.typeName.text);
    if (ts.isNewExpression(one) && ts.isIdentifier(one.expression)) names.push(one.expression.text);
    ts.forEachChild(one, visit);
  };
  if (node) visit(node);
  return names;
};

const decorators = (node: ts.ClassDeclaration): string[] =>
  (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** The field of `this` that an assignment changes, or a member of. */
function fieldOf(target: ts.Expression): string | undefined {
  let inner = target;
  while (ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner)) {
    if (ts.isPropertyAccessExpression(inner) && inner.expression.kind === ts.SyntaxKind.ThisKeyword)
      return inner.name.text;
    inner = inner.expression;
  }
  return undefined;
}

function changedBy(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return fieldOf(node.left);
  if (ts.isPostfixUnaryExpression(node)) return fieldOf(node.operand);
  const isStep = ts.isPrefixUnaryExpression(node) && /^(\+\+|--)/.test(node.getText());
  return isStep ? fieldOf(node.operand) : undefined;
}

function changesIn(member: ts.ClassElement): string[] {
  if (ts.isConstructorDeclaration(member)) return [];
  if (ts.isPropertyDeclaration(member) && isFilledLater(member)) return [member.name.getText()];
  if (LIFECYCLE.test(member.name?.getText() ?? '')) return [];
  const changed: string[] = [];
  const visit = (node: ts.Node): void => {
    changed.push(...[changedBy(node)].flatMap((field) => field ?? []));
    ts.forEachChild(node, visit);
  };
  visit(member);
  return changed;
}

function isFilledLater({ initializer, type }: ts.PropertyDeclaration): boolean {
  if (!initializer || !ts.isNewExpression(initializer) || initializer.arguments?.length) return false;
  return CONTAINER.test(initializer.expression.getText()) && !READONLY.test(type?.getText() ?? '');
}

function factsOf(node: ts.ClassDeclaration): ClassFacts {
  const fields = node.members.filter(ts.isPropertyDeclaration).flatMap(({ type, initializer }) => [type, initializer]);
  const parameters = node.members.filter(ts.isConstructorDeclaration).flatMap(({ parameters }) => parameters);
  const kept = parameters.filter((one) => ts.isParameterPropertyDeclaration(one, one.parent)).map(({ type }) => type);
  const made = node.members.filter((one) => !ts.isPropertyDeclaration(one)).flatMap(assignedTypes);
  return {
    name: node.name?.text ?? '',
    isProvider: decorators(node).some((name) => PROVIDER.test(name)),
    holds: new Set([...[...fields, ...kept].flatMap(typeNames), ...made]),
    is: (node.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression.getText())),
    changing: [...new Set(node.members.flatMap(changesIn))].sort(),
  };
}

/** What a member makes for a field: `this.task = new PeriodicTask(…)`. */
function assignedTypes(member: ts.ClassElement): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && changedBy(node)) names.push(...typeNames(node.right));
    ts.forEachChild(node, visit);
  };
  visit(member);
  return names;
}

/** The classes of a source, and those that it makes outside of classes, as the factory of a provider does. */
export function classesIn(text: string): { readonly classes: readonly ClassFacts[]; readonly made: readonly string[] } {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const classes = source.statements.filter(ts.isClassDeclaration);
  return { classes: classes.map(factsOf), made: typeNames(source) };
}

/** Classes of which a provider holds an object, directly or through others, that are no providers themselves. */
export function heldClasses(files: readonly string[]): readonly ClassFacts[] {
  const sources = files.map((file) => ({ file, ...classesIn(textOf(file)) }));
  const all = new Map(sources.flatMap(({ classes }) => classes.map((one) => [one.name, one] as const)));
  const kinds = new Map<string, string[]>();
  for (const { name, is } of all.values()) for (const kind of is) kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  const held = new Set<string>();
  const todo = [...all.values()].filter(({ isProvider }) => isProvider).map(({ name }) => name);
  for (const { file, made } of sources) if (file.endsWith('.module.ts')) todo.push(...made);
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (held.has(name)) continue;
    held.add(name);
    todo.push(...(all.get(name)?.holds ?? []), ...(kinds.get(name) ?? []));
  }
  return [...held].flatMap((name) => all.get(name) ?? []).filter(({ isProvider }) => !isProvider);
}
