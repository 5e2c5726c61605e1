import { contractChanges, type Change, type ContractDocument } from '@app/contracts';
import { sameJson } from '@app/common';
import type { Platform } from '@app/datatypes';

/** Members beside the promises that a policy guards. */
const GUARDED: ReadonlySet<string> = new Set([
  ...['termsOfUse', 'reviewers', 'entityStatus', 'effectiveFrom', 'effectiveUntil', 'successor', 'odcsQualityRules'],
]);

const SEMANTICS = 'semantics.';
const EXPECTATIONS = 'qualityExpectations.';
const LEARNED = 'sla.learned.';
/** Active for clients of OpenMetadata. */
const SAME_STATUS: ReadonlySet<unknown> = new Set(['Active', 'Approved']);

/** Differences of two contracts that a policy guards, as a comparison tells them. */
export function guardedChanges(before: ContractDocument, after: ContractDocument, platform?: Platform): Change[] {
  const changes = contractChanges(before, after, platform);
  return [...changes.filter((change) => isGuarded(change, before)), ...policyOfSchema(before, after)];
}

function isGuarded({ path, from, to, compatibility, reason }: Change, before: ContractDocument): boolean {
  // A provider may judge itself more strictly without asking.
  if (path.startsWith(LEARNED) && compatibility === 'compatible') return false;
  if (compatibility !== 'info') return true;
  if (path === 'entityStatus') return !(SAME_STATUS.has(from) && SAME_STATUS.has(to));
  if (GUARDED.has(path)) return true;
  if (path.startsWith(EXPECTATIONS)) return true;
  return path.startsWith(SEMANTICS) && isRuleGuarded(path, reason, before);
}

/** The text of a rule in JSON-logic says nothing new in another spelling, nor by its name and description; of a text rule they are the rule. */
function isRuleGuarded(path: string, reason: string, { semantics = [] }: ContractDocument): boolean {
  if (reason === 'the same rule in another spelling' || reason.endsWith('it says the same')) return false;
  const isDescription = path.endsWith('.description') || path.endsWith('.displayName');
  if (!isDescription) return true;
  return semantics.some(({ name, rule }) => rule === undefined && path.startsWith(`${SEMANTICS}${name}.`));
}

/** `extension` is free, but for the member that says which columns the asset may have. */
function policyOfSchema(before: ContractDocument, after: ContractDocument): Change[] {
  const [from, to] = [before, after].map(({ extension }) => (extension as { schemaPolicy?: unknown })?.schemaPolicy);
  if (sameJson(from, to)) return [];
  const sides = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return [{ path: 'extension.schemaPolicy', ...sides, compatibility: 'info', reason: 'schemaPolicy changed' }];
}
