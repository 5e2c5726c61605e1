import { assetColumns, type ContractDocument } from '@app/contracts';
import { pathsIn } from './document/base-contract';
import { completedDocument } from './document/completed-document';
import { MissingPromises } from './document/missing-promises';
import type { AssetEvidence } from './evidence/asset-evidence';
import { CountedProfiles } from './evidence/counted-profiles';
import { columnLine, constraintLine, factsOf } from './lines/column-lines';
import { placedColumns } from './lines/located-columns';
import { refreshLine } from './lines/refresh-line';
import { expectationLines, ruleLines } from './lines/stated-lines';
import type { SuggestedLine, SuggestedTest, Suggestion } from './lines/suggested-line';
import { TestLines } from './lines/test-lines';

/** An asset whose contract is suggested. */
export interface SuggestedFor {
  readonly type: string;
  readonly fqn: string;
  /** Its document. */
  readonly asset: Readonly<Record<string, unknown>>;
  /** Paths of columns whose values never appear. */
  readonly hiddenColumns: ReadonlySet<string>;
}

export interface SuggestedContract {
  readonly document: ContractDocument;
  readonly tests: readonly SuggestedTest[];
  readonly lines: readonly SuggestedLine[];
}

/**
 * Finds what a contract of an asset can promise beyond `base`, the contract that there is or an empty one: what the catalog states, and what the
 * evidence shows without exception. The same input gives the same answer.
 */
export function suggestContract(
  subject: SuggestedFor,
  evidence: AssetEvidence,
  base: ContractDocument,
): SuggestedContract {
  const suggestions = [
    ...columnSuggestions(subject, evidence),
    ...expectationLines(evidence.tests),
    ...ruleLines(subject.asset),
    ...refreshLine(evidence.refreshes),
  ];
  const pathOf = pathsIn(assetColumns(subject.type, subject.asset));
  const missing = new MissingPromises(base, evidence.tests, subject.fqn, pathOf).among(suggestions);
  const lines = missing.map(({ line }) => line);
  return {
    document: completedDocument(base, missing, pathOf),
    tests: lines.flatMap(({ test }) => test ?? []),
    lines,
  };
}

/** Columns, their constraints, and tests of tables. */
function columnSuggestions({ type, fqn, asset, hiddenColumns }: SuggestedFor, evidence: AssetEvidence): Suggestion[] {
  const columns = assetColumns(type, asset);
  if (!columns) return [];
  const placed = placedColumns(columns.columns);
  const counted = new CountedProfiles(evidence);
  const facts = factsOf(placed, columns, counted);
  const names = new Set(evidence.tests.map(({ reference }) => reference.fullyQualifiedName));
  const tests = new TestLines(fqn, names, hiddenColumns);
  return [
    ...placed.map((one) => columnLine(one, columns.platform)),
    ...facts.flatMap(constraintLine),
    ...facts.flatMap((one) => tests.ofColumn(one)),
    ...tests.ofRows(counted.ofTable() ?? []),
  ];
}
