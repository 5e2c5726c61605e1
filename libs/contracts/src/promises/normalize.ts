import type { ErrorDetail } from '@app/common';
import type { ContractDocument } from '../document/contract-document';
import {
  type CheckRule,
  columnFaults,
  constraintFaults,
  normalColumns,
  qualityFaults,
  normalRules,
  semanticsFaults,
  normalSla,
  slaFaults,
  valueFaults,
} from './part-faults';
import { effectiveFaults } from '../document/effective-faults';
import { extensionFaults } from '../document/extension';

export interface NormalizedContract {
  readonly body: ContractDocument;
  /** Everything that is wrong, by path; empty if the body can be stored. */
  readonly errors: readonly ErrorDetail[];
}

/**
 * Normalizes a contract that passed the JSON-schema check, and lists errors that no schema can express: duplicate names, durations,
 * times, zones, rules. Other members are unchanged, and durations and rules retain the form in which they were sent. Does not change
 * `sent`; idempotent.
 *
 * @param stored the contract that the body changes: lists and options of a wrong shape that it has stay
 */
export function normalizeContract(
  sent: Readonly<Record<string, unknown>>,
  checkRule: CheckRule,
  stored?: Pick<ContractDocument, 'schema'>,
): NormalizedContract {
  const document = sent as ContractDocument;
  const body: Record<string, unknown> = { ...sent };
  if (document.schema) body.schema = normalColumns(document.schema);
  if (document.semantics) body.semantics = normalRules(document.semantics);
  if (document.sla) body.sla = normalSla(document.sla);
  if (document.security) body.security = withoutMark(document.security);
  if (document.termsOfUse !== undefined) setOrDrop(body, 'termsOfUse', termsText(document.termsOfUse));
  const normal = body as ContractDocument;
  const errors = [...faultsOf(normal, document, checkRule), ...valueFaults(normal.schema ?? [], stored?.schema)];
  return { body: normal, errors };
}

function faultsOf(body: ContractDocument, sent: ContractDocument, checkRule: CheckRule): ErrorDetail[] {
  return [
    ...columnFaults(body.schema ?? []),
    ...constraintFaults(sent.schema ?? []),
    ...semanticsFaults(body.semantics ?? [], checkRule),
    ...qualityFaults(body.qualityExpectations ?? []),
    ...(sent.sla ? slaFaults(sent.sla) : []),
    ...effectiveFaults(body),
    ...(body.extension ? extensionFaults(body.extension) : []),
  ];
}

function termsText(terms: unknown): string | undefined {
  if (typeof terms !== 'object' || terms === null) return terms as string;
  const { content } = terms as { content?: string | null };
  return content ?? undefined;
}

function setOrDrop(body: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) delete body[key];
  else body[key] = value;
}

/** `inherited` is set only in responses. */
function withoutMark<T extends object>(part: T): Omit<T, 'inherited'> {
  const { inherited: _answerOnly, ...rest } = part as T & { inherited?: unknown };
  return rest;
}
