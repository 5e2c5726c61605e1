import { childPath, isObject } from '@app/common';
import type { ContractColumn } from '../document/contract-document';
import { type Json, objectsOf } from '../document/json';
import { isOwnRule } from '../odcs/mapping/own-rules';
import { readSecurity } from '../odcs/mapping/people';
import { JSON_LOGIC_ENGINE, ruleKind, TEST_CASE_ENGINE } from '../odcs/mapping/quality-rules';
import { columnElements, placesIn } from '../odcs/mapping/read-columns';
import { isSlaTerm, readSla, slaElementsOf } from '../odcs/mapping/read-sla';
import { meantBy } from '../odcs/mapping/rule-meaning';
import type { SelectedObject } from '../odcs/mapping/select-object';
import { columnCalled, storedPath } from '../promises/column-promises';
import type {
  PartitionPromise,
  PlainPromise,
  PromisedColumn,
  ReferencePromise,
  SaidByDocument,
  StoredPromises,
  Unjudged,
} from '../promises/promise';
import { partitionOf } from './kinds/partition';
import { FOR_PEOPLE } from './kinds/people';
import { type ReadObject, relationshipOf } from './kinds/relationships';

const NO_CHECK = (what: string): Unjudged => ({ reason: 'noCheck', message: `No check exists for ${what}` });

/** Columns of one level: as the document had them, and the contract has them now. */
interface Level {
  readonly path: string;
  readonly before: readonly ContractColumn[];
  readonly now: readonly ContractColumn[];
  readonly parent?: PromisedColumn;
}

type DocumentPromise = PlainPromise | ReferencePromise | PartitionPromise;

/** Promises of an imported document that no member of the contract states. @param columns of the contract as it is */
export const statedByDocument = (stored: StoredPromises, columns: readonly ContractColumn[]): DocumentPromise[] => [
  ...new DocumentReading(stored, columns).promises(),
];

class DocumentReading {
  private readonly object: Json | undefined;
  private readonly classified: ReadonlySet<string>;
  private readonly read: ReadObject;

  constructor(
    private readonly stored: StoredPromises,
    private readonly columns: readonly ContractColumn[],
  ) {
    const { document, object, nameCase } = stored;
    this.object = object === null ? undefined : objectsOf(document.schema)[object];
    this.read = { document, object: this.object ?? {}, before: stored.baseline.schema ?? [], now: columns, nameCase };
    this.classified = new Set(readSecurity(document, this.object, this.objectPath).classifiedAt);
  }

  private get objectPath(): string {
    return `schema[${this.stored.object}]`;
  }

  *promises(): Generator<DocumentPromise> {
    const { document, object, baseline } = this.stored;
    if (this.object) {
      yield* this.level(this.object, { path: this.objectPath, before: baseline.schema ?? [], now: this.columns });
      yield* this.rules(this.object, this.objectPath);
      yield* this.relationships(this.object, this.objectPath);
    }
    yield* this.sla(document, this.object && { object: this.object, index: object! });
  }

  /** Entries of other names, and those that say another column or value than the SLA of the contract. */
  private *sla(document: Json, selected: SelectedObject | undefined): Generator<PlainPromise> {
    const elements = slaElementsOf(document, selected, this.stored.baseline.sla);
    const others = new Map(readSla(document, elements).others.map(({ index, message }) => [index, message]));
    for (const [index, entry] of objectsOf(document.slaProperties).entries()) {
      const path = `slaProperties[${index}]`;
      const message = others.get(index);
      if (message !== undefined)
        yield stated(path, { reason: 'noCheck', message }, { words: ['slaProperties', slaOf(entry)] });
      if (isSlaTerm(entry.property) || elements.isElsewhere(entry.element)) continue;
      const unknown = {
        reason: 'unknownSla',
        message: `The SLA property ${String(entry.property)} is not known`,
      } as const;
      yield stated(path, unknown, { words: ['slaProperties', slaOf(entry)] });
    }
  }

  private *level(element: Json, { path, before, now, parent }: Level): Generator<DocumentPromise> {
    const { key, holder, elements } = columnElements(element);
    const places = placesIn(holder.properties);
    for (const [index, property] of elements.entries()) {
      const was = before[index];
      const is = was && columnCalled(now, was.name, this.stored.nameCase, parent);
      // A column that was removed since takes its promises along.
      if (!was || !is) continue;
      const at = `${path}.${key}[${places.get(property)}]`;
      yield* this.property(property, at, was, is);
      yield* this.level(property, {
        ...{ path: at, before: was.children ?? [], now: is.column.children ?? [], parent: is },
      });
    }
  }

  private *property(
    property: Json,
    path: string,
    column: ContractColumn,
    promised: PromisedColumn,
  ): Generator<DocumentPromise> {
    const options = property.logicalTypeOptions;
    if (isObject(options) && column.extension?.logicalTypeOptions === undefined)
      for (const option of Object.keys(options))
        yield stated(
          childPath(`${path}.logicalTypeOptions`, option),
          NO_CHECK(`the option ${option} of such a column`),
          { column: promised.path, words: [option, options[option]] },
        );
    yield* this.relationships(property, path, promised);
    for (const one of partitionOf(property, path, promised))
      yield { ...one, said: { column: promised.path, words: ['partitioned', one.position] } };
    const classification = `${path}.classification`;
    if (property.classification != null && !this.classified.has(classification))
      yield stated(classification, FOR_PEOPLE);
    yield* this.rules(property, path, promised);
  }

  private *relationships(
    { relationships: list }: Json,
    path: string,
    own?: PromisedColumn,
  ): Generator<DocumentPromise> {
    for (const [index, relationship] of objectsOf(list).entries()) {
      const promise = relationshipOf(relationship, `${path}.relationships[${index}]`, this.read, own);
      const { from, to, type = 'foreignKey' } = relationship;
      if (promise) yield { ...promise, said: { column: own?.path ?? null, words: [from, to, type] } };
    }
  }

  /** Rules that no semantics rule, test case or rule of the contract was made of. */
  private *rules({ quality }: Json, path: string, own?: PromisedColumn): Generator<PlainPromise> {
    for (const [index, rule] of (Array.isArray(quality) ? (quality as unknown[]) : []).entries()) {
      if (!isObject(rule) || isOwnRule(rule) || ruleKind(rule) === 'text') continue;
      const { engine } = rule;
      if (ruleKind(rule) === 'custom' && (engine === JSON_LOGIC_ENGINE || engine === TEST_CASE_ENGINE)) continue;
      const meant = meantBy(rule);
      if ('reason' in meant)
        yield stated(`${path}.quality[${index}]`, meant, { column: own?.path ?? null, words: ['quality', rule] });
    }
  }
}

const slaOf = ({ property, value, valueExt, unit, element }: Json): unknown => [
  property,
  value,
  valueExt,
  unit,
  element,
];

/** @param said absent: it is not compared */
const stated = (path: string, unjudged: Unjudged, said?: SaidByDocument): PlainPromise => ({
  ...{ kind: 'document', path: storedPath(path), unjudged },
  ...(said && { said }),
});
