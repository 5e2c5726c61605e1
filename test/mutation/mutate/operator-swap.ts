import ts from 'typescript';

const { SyntaxKind } = ts;

/** What stands instead of a binary operator: a boundary moved, a meaning turned round. */
export const BINARY_SWAPS: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [SyntaxKind.LessThanToken, ['<=', '>=']],
  [SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [SyntaxKind.EqualsEqualsToken, ['!=']],
  [SyntaxKind.ExclamationEqualsToken, ['==']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [SyntaxKind.AmpersandAmpersandToken, ['||']],
  [SyntaxKind.BarBarToken, ['&&']],
  [SyntaxKind.PlusToken, ['-']],
  [SyntaxKind.MinusToken, ['+']],
  [SyntaxKind.AsteriskToken, ['/']],
  [SyntaxKind.SlashToken, ['*']],
  [SyntaxKind.PercentToken, ['*']],
  [SyntaxKind.PlusEqualsToken, ['-=']],
  [SyntaxKind.MinusEqualsToken, ['+=']],
  [SyntaxKind.QuestionQuestionEqualsToken, ['=']],
]);

/** Methods and what is called instead; null: the call is left out and its subject stands alone. */
export const METHOD_SWAPS: Readonly<Record<string, string | null>> = {
  some: 'every',
  every: 'some',
  max: 'min',
  min: 'max',
  filter: null,
  flat: null,
  slice: null,
  sort: null,
  trim: null,
  find: 'findLast',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  padStart: 'padEnd',
};
