import type { ContractDocument, DocumentReference, SemanticsRule } from '../document/contract-document';

/** A contract in a response: a document with members added by the catalog. */
export type AnsweredContract = ContractDocument & Readonly<Record<string, unknown>>;

/** Inherited as a whole if the contract has none of its own. */
const WHOLE_PARTS = ['termsOfUse', 'sla', 'security'] as const;

/**
 * The form of inherited terms of use in an answer: the text that contracts have, or `marked`, as clients of the OpenMetadata API read them,
 * `{content, inherited: true}`.
 */
export type InheritedTerms = 'text' | 'marked';

/** Specific to one asset, so not inherited by the assets of a data product. */
const NEVER_INHERITED = ['schema', 'qualityExpectations', 'odcsQualityRules', 'latestResult'] as const;

/**
 * The contract of an asset merged with that of its data product: terms of use, SLA and security if it has none, and semantics rules
 * with unused names. Inherited rules come first. Inherited parts are flagged; the terms of use, which are a string, where `terms` asks for it.
 */
export function effectiveContract(
  own: AnsweredContract,
  ofProduct: AnsweredContract,
  terms: InheritedTerms = 'text',
): AnsweredContract {
  const effective: Record<string, unknown> = { ...own };
  for (const part of WHOLE_PARTS) {
    if (own[part] === undefined && ofProduct[part] !== undefined) effective[part] = marked(ofProduct[part], terms);
  }
  const semantics = effectiveRules(own.semantics, ofProduct.semantics);
  if (semantics) effective.semantics = semantics;
  return effective;
}

/**
 * The contract of an asset without one of its own: that of its data product with its id, name and FQN, applied to the asset. It is
 * a draft without a result, whatever the status of the product's contract.
 */
export function inheritedContract(
  ofProduct: AnsweredContract,
  asset: DocumentReference,
  terms: InheritedTerms = 'text',
): AnsweredContract {
  const inherited: Record<string, unknown> = { ...ofProduct, entity: asset, entityStatus: 'Draft', inherited: true };
  for (const part of NEVER_INHERITED) delete inherited[part];
  for (const part of WHOLE_PARTS) if (ofProduct[part] !== undefined) inherited[part] = marked(ofProduct[part], terms);
  if (ofProduct.semantics) inherited.semantics = ofProduct.semantics.map(markedRule);
  return inherited;
}

function effectiveRules(
  own: readonly SemanticsRule[] | undefined,
  ofProduct: readonly SemanticsRule[] | undefined,
): readonly SemanticsRule[] | undefined {
  if (!ofProduct) return own;
  const names = new Set(own?.map(({ name }) => name));
  return [...ofProduct.filter(({ name }) => !names.has(name)).map(markedRule), ...(own ?? [])];
}

function markedRule(rule: SemanticsRule): SemanticsRule {
  return { ...rule, inherited: true };
}

function marked(part: unknown, terms: InheritedTerms): unknown {
  if (typeof part === 'string' && terms === 'marked') return { content: part, inherited: true };
  return typeof part === 'object' && part !== null ? { ...part, inherited: true } : part;
}
