import { childPath, isObject } from '@app/common';
import type { ContractColumn } from '../../document/contract-document';
import { type Json, objectsOf } from '../../odcs/document/json';
import { elsewhere } from '../../odcs/mapping/map-document';
import { isOwnRule } from '../../odcs/mapping/own-rules';
import { readSecurity } from '../../odcs/mapping/people';
import { JSON_LOGIC_ENGINE, ruleKind, TEST_CASE_ENGINE } from '../../odcs/mapping/quality-rules';
import { columnElements, placesIn } from '../../odcs/mapping/read-columns';
import { isSlaTerm } from '../../odcs/mapping/read-sla';
import { meantBy } from '../../odcs/mapping/rule-meaning';
import type { PlainPromise, PromiseKind, StoredPromises, Unjudged } from '../promise';
import { FOR_PEOPLE } from './people';

/** Promises of an imported document that no member of the contract states. */
export const STORED_DOCUMENT: PromiseKind = {
  kind: 'document',
  members: [],
  isDrafted: false,
  ofContract: ({ contract, stored }) =>
    stored ? [...new DocumentReading(stored, contract.schema ?? []).promises()] : [],
};

const NO_CHECK = (what: string): Unjudged => ({ reason: 'noCheck', message: `No check exists for ${what}` });

/** Columns of one level: as the document had them, and the contract has them now. */
interface Level {
  readonly path: string;
  readonly before: readonly ContractColumn[];
  readonly now: readonly ContractColumn[];
}

class DocumentReading {
  private readonly object: Json | undefined;
  private readonly classified: ReadonlySet<string>;

  constructor(
    private readonly stored: StoredPromises,
    private readonly columns: readonly ContractColumn[],
  ) {
    const { document, object } = stored;
    this.object = object === null ? undefined : objectsOf(document.schema)[object];
    this.classified = new Set(readSecurity(document, this.object, this.objectPath).classifiedAt);
  }

  private get objectPath(): string {
    return `schema[${this.stored.object}]`;
  }

  *promises(): Generator<PlainPromise> {
    const { document, object, baseline } = this.stored;
    if (this.object) {
      yield* this.level(this.object, { path: this.objectPath, before: baseline.schema ?? [], now: this.columns });
      yield* this.rules(this.object, this.objectPath);
      yield* relationships(this.object, this.objectPath);
    }
    const selected = this.object && { object: this.object, index: object! };
    const isElsewhere = elsewhere(document, selected);
    for (const [index, entry] of objectsOf(document.slaProperties).entries()) {
      if (isSlaTerm(entry.property) || isElsewhere(entry.element)) continue;
      const message = `The SLA property ${String(entry.property)} is not known`;
      yield stated(`slaProperties[${index}]`, { reason: 'unknownSla', message });
    }
  }

  private *level(element: Json, { path, before, now }: Level): Generator<PlainPromise> {
    const { key, holder, elements } = columnElements(element);
    const places = placesIn(holder.properties);
    for (const [index, property] of elements.entries()) {
      const was = before[index];
      const is = now.find(({ name }) => name === was?.name);
      // A column that was removed since takes its promises along.
      if (!was || !is) continue;
      const at = `${path}.${key}[${places.get(property)}]`;
      yield* this.property(property, at, was);
      yield* this.level(property, { path: at, before: was.children ?? [], now: is.children ?? [] });
    }
  }

  private *property(property: Json, path: string, column: ContractColumn): Generator<PlainPromise> {
    const options = property.logicalTypeOptions;
    if (isObject(options) && column.extension?.logicalTypeOptions === undefined)
      for (const option of Object.keys(options))
        yield stated(
          childPath(`${path}.logicalTypeOptions`, option),
          NO_CHECK(`the option ${option} of such a column`),
        );
    yield* relationships(property, path);
    if (property.partitioned === true) yield stated(`${path}.partitioned`, NO_CHECK('partitions'));
    const classification = `${path}.classification`;
    if (property.classification != null && !this.classified.has(classification))
      yield stated(classification, FOR_PEOPLE);
    yield* this.rules(property, path);
  }

  /** Rules that no semantics rule, test case or rule of the contract was made of. */
  private *rules({ quality }: Json, path: string): Generator<PlainPromise> {
    for (const [index, rule] of (Array.isArray(quality) ? (quality as unknown[]) : []).entries()) {
      if (!isObject(rule) || isOwnRule(rule) || ruleKind(rule) === 'text') continue;
      const { engine } = rule;
      if (ruleKind(rule) === 'custom' && (engine === JSON_LOGIC_ENGINE || engine === TEST_CASE_ENGINE)) continue;
      const meant = meantBy(rule);
      if ('reason' in meant) yield stated(`${path}.quality[${index}]`, meant);
    }
  }
}

function* relationships({ relationships: list }: Json, path: string): Generator<PlainPromise> {
  for (const index of objectsOf(list).keys())
    yield stated(`${path}.relationships[${index}]`, NO_CHECK('relationships'));
}

const stated = (path: string, unjudged: Unjudged): PlainPromise => ({
  kind: 'document',
  path: `odcs:${path}`,
  unjudged,
});
