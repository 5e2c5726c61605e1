import { sameJson } from '@app/common';
import type { ContractSla, DurationValue } from '../../document/contract-document';
import { type Json, setCustomProperty, objectsOf, setOrDelete, SLA_LEARNED } from '../document/json';
import { type SlaTerm, readSla, SLA_NAMES } from '../mapping/read-sla';
import { durationTo } from '../mapping/sla-value';

/** Lays a changed SLA over the slaProperties of a document, in place; entries about anything else stay. */
export function overlaySla(
  document: Json,
  before: ContractSla,
  after: ContractSla,
  isElsewhere: (element: unknown) => boolean,
): void {
  if (sameJson(before, after)) return;
  const list = objectsOf(document.slaProperties);
  const { origins } = readSla(list, isElsewhere);
  const dropped = new Set<Json>();
  for (const term of Object.keys(SLA_NAMES) as SlaTerm[]) {
    if (sameJson(said(before, term), said(after, term))) continue;
    const at = origins.get(term);
    const item = at === undefined ? undefined : list[at];
    if (after[term] === undefined) {
      if (item) dropped.add(item);
    } else if (item) setTerm(item, term, after);
    else list.push(newItem(term, after));
  }
  const left = list.filter((item) => !dropped.has(item));
  if (left.length || document.slaProperties !== undefined) document.slaProperties = left;
  if (before.columnName !== after.columnName) setCustomProperty(document, 'slaColumnName', after.columnName);
  if (!sameJson(before.learned, after.learned)) setCustomProperty(document, SLA_LEARNED, after.learned);
}

function said(sla: ContractSla, term: SlaTerm): unknown {
  return term === 'availabilityTime' ? [sla.availabilityTime, sla.timezone] : sla[term];
}

function newItem(term: SlaTerm, sla: ContractSla): Json {
  const item: Json = { property: SLA_NAMES[term][0], value: '' };
  setTerm(item, term, sla);
  return item;
}

/** Values go out as texts, which every reader of the standard takes; one that came as a number stays a number. */
function setTerm(item: Json, term: SlaTerm, sla: ContractSla): void {
  const wasNumber = typeof item.value === 'number';
  const { value, unit } = valueOf(term, sla, item);
  item.value = wasNumber && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (term === 'availabilityTime') setOrDelete(item, 'valueExt', sla.timezone);
  else setOrDelete(item, 'unit', unit);
}

function valueOf(term: SlaTerm, sla: ContractSla, item: Json): { readonly value: string; readonly unit?: string } {
  if (term === 'availabilityTime') return { value: String(sla.availabilityTime) };
  if (term !== 'availability') return durationTo(sla[term] as DurationValue);
  const hasSign = typeof item.value === 'string' && item.value.includes('%');
  const unit = typeof item.unit === 'string' ? item.unit : 'percent';
  return hasSign ? { value: `${sla.availability}%` } : { value: String(sla.availability), unit };
}
