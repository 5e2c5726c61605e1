import { breaking, type Change, compatible, info } from '../../promises/change';
import type { ColumnNames } from '../../promises/column-names';
import type { ContractDocument } from '../../document/contract-document';
import { pathInDocument } from '../../promises/column-promises';
import { statedByDocument } from '../document-reading';
import type { SaidByDocument, StatedPromise, StoredPromises } from '../../promises/promise';
import type { ComparedContracts, ComparedDocuments, PromiseKind } from '../../promises/promise-kind';

/** Promises of an imported document that no member of the contract states; relationships and partitions among them. */
export const STORED_DOCUMENT: PromiseKind<'document'> = {
  kind: 'document',
  members: [],
  ofContract: ({ contract, stored }) => (stored ? statedByDocument(stored, contract.schema ?? []) : []),
  compare: ({ documents, ...contracts }) => (documents ? diffDocuments(documents, contracts) : []),
  documentPath: pathInDocument,
};

/**
 * Compares the promises that only documents state, by what they say of which column: one that goes is breaking, one that comes compatible,
 * another one is both. What it says of partitions and in words for people is info.
 */
export function diffDocuments(
  { before, after }: ComparedDocuments,
  { names, ...contracts }: Pick<ComparedContracts, 'before' | 'after' | 'names'>,
): Change[] {
  const [old, now] = [saidIn(before, contracts.before, names), saidIn(after, contracts.after, names)];
  return [
    ...without(old, now).map(({ promise, value }) =>
      (isInfo(promise) ? info : breaking)(promise.path, [value, undefined], 'The promise of the document is removed'),
    ),
    ...without(now, old).map(({ promise, value }) =>
      (isInfo(promise) ? info : compatible)(promise.path, [undefined, value], 'A promise of the document is added'),
    ),
  ];
}

interface Said {
  readonly promise: StatedPromise;
  /** Equal texts are the same promise. */
  readonly text: string;
  readonly value: unknown;
}

function saidIn(stored: StoredPromises, { schema = [] }: ContractDocument, names: ColumnNames): Said[] {
  const { nameCase } = names;
  return statedByDocument({ ...stored, nameCase }, schema).flatMap((promise) => {
    const { said } = promise;
    if (!said) return [];
    const { column } = said;
    const text = textOf(column ? { ...said, column: names.keyOfPath(column) } : said);
    return [{ promise, text, value: JSON.parse(textOf(said)) as unknown }];
  });
}

const textOf = ({ column, words }: SaidByDocument): string =>
  JSON.stringify(column === undefined ? words : [column, ...words]);

/** Those of the first list that the second one does not have as often. */
function without(those: readonly Said[], others: readonly Said[]): Said[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return those.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

const isInfo = ({ kind, unjudged }: StatedPromise): boolean => kind === 'partition' || unjudged?.reason === 'text';
