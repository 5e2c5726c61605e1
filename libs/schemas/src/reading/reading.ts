import { LONGEST_NAME, partNameFault } from '@app/common';
import { unknownType } from './field-types';
import type { FieldType, Member, SchemaField, SchemaNote } from './schema-field';
import { TextFault } from './text-fault';

/** Fields of one text, in all depths. */
const MOST_FIELDS = 5_000;
/** Characters of all names, paths, types and descriptions together. */
const MOST_CHARACTERS = 512 * 1024;
/** Records inside of records. A document has at most 64 levels of JSON, and each of these takes two. */
const MOST_LEVELS = 24;
/** Types inside of the type of one field: lists of lists, unions. */
const MOST_NESTING = 20;
/** Maximum number of types and their parts that are read; types that references lead to are counted each time. */
const MOST_STEPS = 50_000;
const MOST_NOTES = 100;
const LONGEST_NOTE = 500;
const LONGEST_DESCRIPTION = 16 * 1024;

/** The character that JSON can escape and PostgreSQL does not store. */
// eslint-disable-next-line no-control-regex -- it is what is looked for
const UNSTORABLE = /\u0000|\p{Surrogate}/gu;

/**
 * The fields and notes of one text, within limits. A text comes from outside: whatever it refers to and however often, what is made of
 * it and the time that this takes stay bounded. What is over a limit is left out, and noted once.
 */
export class Reading {
  readonly notes: SchemaNote[] = [];
  private readonly path: string[] = [];
  private readonly said = new Set<string>();
  private fields = 0;
  private characters = 0;
  private steps = 0;
  private nesting = 0;

  /** The members of a record as fields; one that cannot be a field is left out and noted. */
  fieldsOf(members: Iterable<Member>): SchemaField[] {
    if (this.path.length >= MOST_LEVELS) {
      this.once('levels', `has fields more than ${MOST_LEVELS} levels deep, which are left out`);
      return [];
    }
    const fields: SchemaField[] = [];
    const names = new Set<string>();
    for (const member of members) {
      if (this.isFull()) break;
      const fault = names.has(member.name) ? 'is there already' : nameFault(member.name);
      if (fault === undefined) fields.push(this.field(member));
      else this.note(`The field ${JSON.stringify(member.name.slice(0, LONGEST_NAME))} is left out: its name ${fault}`);
      names.add(member.name);
    }
    return fields;
  }

  field({ name, description, type, isOptional = false }: Member): SchemaField {
    this.path.push(name);
    this.fields++;
    this.characters += this.path.reduce((sum, { length }) => sum + length + 1, 0);
    const text = description && storable(description.slice(0, LONGEST_DESCRIPTION)).trim();
    const around = this.nesting;
    this.nesting = 0;
    const { dataType, display, children, isNullable = false } = type();
    this.nesting = around;
    this.characters += display.length + (text?.length ?? 0);
    this.path.pop();
    return {
      name,
      dataType,
      dataTypeDisplay: storable(display),
      ...(text && { description: text }),
      constraint: isOptional || isNullable ? 'NULL' : 'NOT_NULL',
      ...(children?.length && { children }),
    };
  }

  /** A type inside of another one, or behind a reference. */
  type(make: () => FieldType): FieldType {
    this.spend(1);
    if (this.nesting >= MOST_NESTING) {
      this.once('nesting', `has types more than ${MOST_NESTING} levels deep, which are not read`);
      return unknownType('unknown');
    }
    this.nesting++;
    try {
      return make();
    } finally {
      this.nesting--;
    }
  }

  /** @throws {TextFault} where a short text refers so often to what it has that reading it would take too long */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MOST_STEPS)
      throw new TextFault(`has more than ${MOST_STEPS} parts, those of references counted each time`);
  }

  /** @param message a sentence about the field that is being read, or about the whole text */
  note(message: string): void {
    const field = this.path.join('.') || 'schemaText';
    if (this.notes.length < MOST_NOTES)
      this.notes.push({ field: storable(field), message: storable(message.slice(0, LONGEST_NOTE)) });
  }

  private once(kind: string, message: string): void {
    if (this.said.has(kind)) return;
    this.said.add(kind);
    this.note(message);
  }

  private isFull(): boolean {
    const isFull = this.fields >= MOST_FIELDS || this.characters >= MOST_CHARACTERS;
    if (isFull) this.once('full', `has more fields than the ${this.fields} that are read; the rest is left out`);
    return isFull;
  }
}

/** Reason why a name cannot be that of a field; undefined if it can. */
export function nameFault(name: string): string | undefined {
  return partNameFault(name) ?? (storable(name) === name ? undefined : 'must not contain halves of surrogate pairs');
}

function storable(text: string): string {
  return text.replace(UNSTORABLE, '\ufffd');
}
