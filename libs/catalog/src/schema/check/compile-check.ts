import type { JsonSchema } from '../../definition/json-schema';
import { partName } from '../parts/common';
import { arrayCheck, objectCheck } from './collection-checks';
import { referenceFault } from './reference-fault';
import {
  anyCaseCheck,
  numberCheck,
  textCheck,
  typeCheck,
  unknownKeyword,
  wordCheck,
  type Check,
} from './scalar-checks';

/** Documentation keywords, without effect on validation. */
const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'readOnly', 'deprecated'];
const KEYWORDS = new Set([
  ...ANNOTATIONS,
  ...['$ref', 'type', 'enum', 'anyCase', 'reference', 'maxBytes', 'minimum', 'maximum'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'link', 'items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties', 'maxProperties'],
]);

/**
 * Compiles schemas to checks that traverse a value once and stop when the report is full: the time is linear in the size of the
 * input, regardless of the number of faults.
 */
export class CheckCompiler {
  private readonly named = new Map<string, Check>();

  /** @param parts the targets of `#/$defs/…` */
  constructor(private readonly parts: Readonly<Record<string, JsonSchema>>) {}

  /** @param ignored members of the value itself that are removed if the schema does not define them */
  compile(schema: JsonSchema, ignored?: ReadonlySet<string>): Check {
    const alien = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword));
    if (alien !== undefined) unknownKeyword(`the keyword ${alien}`);
    if (schema.$ref !== undefined) return this.part(schema.$ref.slice('#/$defs/'.length));
    if (schema.reference) return referenceCheck(schema.reference);
    const isOfType = typeCheck(schema);
    const byKind = this.byKind(schema, ignored);
    const word = wordsOf(schema);
    return (value, report) => {
      if (!isOfType(value, report)) return value;
      const kept = word ? word(value, report) : value;
      return byKind(kept, report);
    };
  }

  /** Parts may be recursive: they are compiled on first use. */
  private part(name: string): Check {
    const schema = this.parts[name] ?? unknownKeyword(`the part ${name}`);
    const isNamed = schema.properties?.name === partName;
    return (value, report) => {
      if (isNamed) report.part();
      let check = this.named.get(name);
      if (!check) this.named.set(name, (check = this.compile(schema)));
      return check(value, report);
    };
  }

  private byKind(schema: JsonSchema, ignored?: ReadonlySet<string>): Check {
    const compile = (inner: JsonSchema): Check => this.compile(inner);
    const text = textCheck(schema);
    const number = numberCheck(schema);
    const array = arrayCheck(schema, compile);
    const object = objectCheck(schema, compile, ignored);
    return (value, report) => {
      if (typeof value === 'string') return text(value, report);
      if (typeof value === 'number') return number(value, report);
      if (typeof value !== 'object' || value === null) return value;
      return Array.isArray(value) ? array(value, report) : object(value, report);
    };
  }
}

function wordsOf(schema: JsonSchema): Check | undefined {
  if (schema.enum) return wordCheck(schema.enum);
  return schema.anyCase && anyCaseCheck(schema.anyCase);
}

function referenceCheck(types: readonly string[]): Check {
  return (value, report) => {
    const message = referenceFault(value, types);
    if (message !== undefined) report.fault(message);
    return value;
  };
}
