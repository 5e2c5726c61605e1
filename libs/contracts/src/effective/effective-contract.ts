import type { ContractDocument, DocumentReference, SemanticsRule } from '../document/contract-document';

/** A contract as it is answered: a document with what the catalog adds. */
export type AnsweredContract = ContractDocument & Readonly<Record<string, unknown>>;

/** Inherited as a whole, where the contract has none of its own. */
const WHOLE_PARTS = ['termsOfUse', 'sla', 'security'] as const;

/** Said of one asset alone, so nothing that the assets of a data product could inherit. */
const NEVER_INHERITED = ['schema', 'qualityExpectations', 'odcsQualityRules', 'latestResult'] as const;

/**
 * The contract of an asset with what it inherits from that of the asset's data product: terms of use, SLA and security where it
 * has none, and the semantics rules whose names it does not use. Inherited rules come first. What is inherited says so, but for
 * the terms of use, which are a string.
 */
export function effectiveContract(own: AnsweredContract, ofProduct: AnsweredContract): AnsweredContract {
  const effective: Record<string, unknown> = { ...own };
  for (const part of WHOLE_PARTS) {
    if (own[part] === undefined && ofProduct[part] !== undefined) effective[part] = marked(ofProduct[part]);
  }
  const semantics = effectiveRules(own.semantics, ofProduct.semantics);
  if (semantics) effective.semantics = semantics;
  return effective;
}

/**
 * The contract of an asset that has none of its own: that of its data product under its id, name and FQN, said of the asset. It is
 * a draft without a result whatever state the product's contract is in.
 */
export function inheritedContract(ofProduct: AnsweredContract, asset: DocumentReference): AnsweredContract {
  const inherited: Record<string, unknown> = { ...ofProduct, entity: asset, entityStatus: 'Draft', inherited: true };
  for (const part of NEVER_INHERITED) delete inherited[part];
  for (const part of WHOLE_PARTS) if (ofProduct[part] !== undefined) inherited[part] = marked(ofProduct[part]);
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

function marked(part: unknown): unknown {
  return typeof part === 'object' && part !== null ? { ...part, inherited: true } : part;
}
