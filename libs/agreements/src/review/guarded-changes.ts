import { contractChanges, type Change, type ComparisonTerms, type ContractDocument } from '@app/contracts';

/** Members beside the promises that a policy guards. */
const GUARDED: ReadonlySet<string> = new Set([
  ...['termsOfUse', 'reviewers', 'entityStatus', 'effectiveFrom', 'effectiveUntil', 'successor'],
]);

const SEMANTICS = 'semantics.';
const LEARNED = 'sla.learned.';
/** Active for clients of OpenMetadata. */
const SAME_STATUS: ReadonlySet<unknown> = new Set(['Active', 'Approved']);

/** Differences of two contracts that a policy guards, as a comparison returns them. */
export function guardedChanges(before: ContractDocument, after: ContractDocument, terms?: ComparisonTerms): Change[] {
  return contractChanges(before, after, terms).filter((change) => isGuarded(change, before));
}

/** Whether a policy guards a change. */
export function isGuarded({ path, from, to, compatibility }: Change, before: ContractDocument): boolean {
  // A provider may judge itself more strictly without asking.
  if (path.startsWith(LEARNED) && compatibility === 'compatible') return false;
  if (compatibility !== 'info') return true;
  if (path === 'entityStatus') return !(SAME_STATUS.has(from) && SAME_STATUS.has(to));
  return GUARDED.has(path) || isTextOfRule(path, before) || isTextOfQualityRule(from, to);
}

/** Name and description of a text rule are the rule. */
function isTextOfRule(path: string, { semantics = [] }: ContractDocument): boolean {
  const isText = path.endsWith('.description') || path.endsWith('.displayName');
  return isText && semantics.some(({ name, rule }) => rule === undefined && path.startsWith(`${SEMANTICS}${name}.`));
}

function isTextOfQualityRule(from: unknown, to: unknown): boolean {
  const [old, now] = [from, to] as readonly ({ readonly type?: unknown; readonly description?: unknown } | undefined)[];
  return old?.type === 'text' && now?.type === 'text' && old.description !== now.description;
}
