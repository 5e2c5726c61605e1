import { diffSemantics } from '../../change/sections/diff-semantics';
import { isTextRule, ruleApplies } from '../../document/contract-document';
import type { Unjudged } from '../../promises/promise';
import type { PromiseKind } from '../../promises/promise-kind';

const TEXT: Unjudged = { reason: 'text', message: 'The rule is text' };

/** Rules about the asset as the catalog knows it. */
export const SEMANTICS: PromiseKind<'semantics'> = {
  kind: 'semantics',
  members: ['semantics'],
  ofContract: ({ contract, assetType }) =>
    (contract.semantics ?? []).flatMap((rule, index) => {
      if (!ruleApplies(rule, assetType)) return [];
      const { name } = rule;
      return [
        { kind: 'semantics', path: `semantics.${name}`, name, index, ...(isTextRule(rule) && { unjudged: TEXT }) },
      ];
    }),
  compare: ({ before, after }) =>
    diffSemantics(before.semantics ?? [], after.semantics ?? [], after.entity?.type ?? before.entity?.type),
  documentPath: ({ index }, paths) => paths.of(`semantics[${index}]`),
};
