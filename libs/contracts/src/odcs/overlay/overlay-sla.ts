import { sameJson } from '@app/common';
import type { ContractSla, DurationValue } from '../../document/contract-document';
import { type Json, setCustomProperty, objectsOf, setOrDelete, SLA_LEARNED } from '../../document/json';
import { type SlaTerm, isOfColumn, readSla, SLA_COLUMN, SLA_NAMES, slaElementsOf } from '../mapping/read-sla';
import type { SelectedObject } from '../mapping/select-object';
import type { SlaElements } from '../mapping/sla-elements';
import { durationTo } from '../mapping/sla-value';

/** Lays a changed SLA over the slaProperties of a document, in place; entries about anything else stay. */
export function overlaySla(
  document: Json,
  before: ContractSla,
  after: ContractSla,
  selected: SelectedObject | undefined,
): void {
  if (sameJson(before, after)) return;
  const list = objectsOf(document.slaProperties);
  const elements = slaElementsOf(document, selected, before);
  const { origins } = readSla(document, elements);
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
  if (before.columnName !== after.columnName) renameColumn(document, elements, after.columnName);
  if ((before.columnName ?? after.columnName) !== undefined) setColumn(document, selected, after);
  if (!sameJson(before.learned, after.learned)) setCustomProperty(document, SLA_LEARNED, after.learned);
}

/** Each element that names the column names the next one; without one there is no element. */
function renameColumn(document: Json, elements: SlaElements, next: string | undefined): void {
  for (const [holder, key] of elementsIn(document)) {
    const element = holder[key];
    if (typeof element !== 'string' || !elements.columnOf(element)?.isKnown) continue;
    setOrDelete(holder, key, next === undefined ? undefined : elements.withColumn(element, next));
  }
}

/** A custom property says the column where the elements say another one. */
function setColumn(document: Json, selected: SelectedObject | undefined, after: ContractSla): void {
  setCustomProperty(document, SLA_COLUMN, undefined);
  const elements = slaElementsOf(document, selected, after);
  const { columnName } = after;
  if (columnName !== undefined) {
    if (readSla(document, elements).sla?.columnName !== columnName) setCustomProperty(document, SLA_COLUMN, columnName);
  } else if (elementsIn(document).some(([holder, key]) => elements.columnOf(holder[key])))
    setCustomProperty(document, SLA_COLUMN, '');
}

function elementsIn(document: Json): (readonly [Json, 'element' | 'slaDefaultElement'])[] {
  const entries = objectsOf(document.slaProperties).filter(isOfColumn);
  return [...entries.map((entry) => [entry, 'element'] as const), [document, 'slaDefaultElement']];
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
