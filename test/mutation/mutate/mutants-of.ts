import ts from 'typescript';
import type { Mutant } from './mutant';
import { replacementsOf } from './replacements';

/**
 * Every small change of a TypeScript file: comparisons, logic and arithmetic turned round, constants one off, conditions
 * decided, statements and returned values left out, lists, objects and texts emptied. Types, imports and exports of other
 * files are left alone: the compiler holds them.
 */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const textOf = (node: ts.Node) => node.getText(source);
  const mutants: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || isOfTypes(node)) return;
    for (const [part, ...texts] of replacementsOf(node, textOf)) {
      for (const replacement of texts) mutants.push(mutantAt(source, part, replacement));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

function isOfTypes(node: ts.Node): boolean {
  return [ts.isImportDeclaration, ts.isExportDeclaration, ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration].some(
    (is) => is(node),
  );
}

function mutantAt(source: ts.SourceFile, part: ts.Node, replacement: string): Mutant {
  const start = part.getStart(source);
  const line = source.getLineAndCharacterOfPosition(start).line + 1;
  return { file: source.fileName, line, start, end: part.end, original: part.getText(source), replacement };
}
