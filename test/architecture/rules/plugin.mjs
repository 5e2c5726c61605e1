import { builtinRules } from 'eslint/use-at-your-own-risk';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fewDependencies } from './few-dependencies.mjs';
import { generatedAnswers } from './generated-answers.mjs';
import { internals } from './internals.mjs';
import { noLearnedWays } from './no-learned-ways.mjs';
import { oneOfEachTool } from './one-of-each-tool.mjs';
import { purePlans } from './pure-plans.mjs';
import { sqlInFiles } from './sql-in-files.mjs';
import { words } from './words.mjs';

/** Shorter is no reason. */
const MIN_REASON_LENGTH = 10;

/** A rule is switched off for a place only with the reason beside it: `-- why`. */
const reasonedDisable = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { reason: 'Say why, after " -- ": a rule is switched off only with its reason' },
  },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of sourceCode.getAllComments()) {
        if (!/^\s*(?:es|ox)lint-disable/.test(comment.value)) continue;
        const reason = comment.value.split(/\s-{2,}\s/)[1]?.trim() ?? '';
        if (reason.length < MIN_REASON_LENGTH) report({ loc: comment.loc, messageId: 'reason' });
      }
    },
  }),
};

/** One exported class a file, so that a name leads to its file. */
const oneExportedClass = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { second: 'A file exports one class; {{ name }} wants a file of its own' },
  },
  create({ report }) {
    let exported = 0;
    return {
      'ExportNamedDeclaration > ClassDeclaration'(node) {
        exported += 1;
        if (exported > 1) report({ node: node.id, messageId: 'second', data: { name: node.id.name } });
      },
    };
  },
};

/** Changes with the rules, so that ESLint's cache forgets what others found. */
function version() {
  const hash = createHash('sha256');
  for (const file of readdirSync(import.meta.dirname)) hash.update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 12);
}

/** Rules of this house that no plugin has. `second-look` is ESLint's own max-lines, to have it at two levels. */
export const house = {
  meta: { name: 'house', version: version() },
  rules: {
    'few-dependencies': fewDependencies,
    'generated-answers': generatedAnswers,
    internals,
    'no-learned-ways': noLearnedWays,
    'one-exported-class': oneExportedClass,
    'one-of-each-tool': oneOfEachTool,
    'pure-plans': purePlans,
    'reasoned-disable': reasonedDisable,
    'second-look': builtinRules.get('max-lines'),
    'sql-in-files': sqlInFiles,
    words,
  },
};
