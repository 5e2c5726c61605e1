import { jsonBytesUpTo } from '@app/common';
import type { JsonSchema } from '../../definition/json-schema';
import type { CheckReport } from './check-report';
import type { Check } from './scalar-checks';

type Compile = (schema: JsonSchema) => Check;

/** Checks items until the report is full. The result is a copy. */
export function arrayCheck({ items, minItems = 0, maxItems = Infinity }: JsonSchema, compile: Compile): Check {
  const check = items && compile(items);
  return (value, report) => {
    const list = value as readonly unknown[];
    if (list.length < minItems) report.fault(`must NOT have fewer than ${minItems} items`);
    if (list.length > maxItems) report.excess(list.length, `has ${list.length} items; at most ${maxItems} are allowed`);
    if (!check) return list;
    const most = CHECKED * maxItems;
    if (list.length <= most) return checkedItems(list, check, report);
    return [...checkedItems(list.slice(0, most), check, report), ...list.slice(most)];
  };
}

/**
 * How many times more items than a list may have are checked. The list is refused, unless a stored one was as long before there
 * was a limit; a body can contain half a million of them.
 */
const CHECKED = 2;

function checkedItems(list: readonly unknown[], check: Check, report: CheckReport): unknown[] {
  const kept: unknown[] = [];
  for (let at = 0; at < list.length && !report.isFull; at++) {
    report.enter(at);
    kept.push(check(list[at], report));
    report.leave();
  }
  return kept;
}

/** @param ignored members that clients send back from responses: removed if the schema does not define them */
export function objectCheck(schema: JsonSchema, compile: Compile, ignored?: ReadonlySet<string>): Check {
  const { properties, required = [], additionalProperties = true, maxProperties = Infinity, maxBytes } = schema;
  const members = new Map(Object.entries(properties ?? {}).map(([name, member]) => [name, compile(member)]));
  const others = typeof additionalProperties === 'object' ? compile(additionalProperties) : undefined;
  const isClosed = additionalProperties === false;
  const unknown = `is unknown here; known: ${[...members.keys()].join(', ')}`;

  const membersOf = (object: Readonly<Record<string, unknown>>, report: CheckReport): unknown => {
    const kept: Record<string, unknown> = {};
    for (const name in object) {
      if (report.isFull) break;
      const member = object[name];
      // In a body, null means absent; documents created internally, such as by an ODCS import, may have undefined members.
      if (member === null || member === undefined) continue;
      const check = members.get(name) ?? others;
      if (!check && ignored?.has(name)) continue;
      if (!check && isClosed) report.fault(unknown, name);
      else kept[name] = check ? checkedMember(name, member, check, report) : member;
    }
    return kept;
  };

  return (value, report) => {
    const object = value as Readonly<Record<string, unknown>>;
    for (const name of required) if (object[name] == null) report.fault('is required', name);
    if (maxBytes !== undefined) checkBytes(object, maxBytes, report);
    if (maxProperties < Infinity) checkCount(object, maxProperties, report);
    // The content of an open object (an extension, a rule) belongs to the caller and is stored unchanged, nulls included.
    return properties || others ? membersOf(object, report) : object;
  };
}

function checkedMember(name: string, member: unknown, check: Check, report: CheckReport): unknown {
  report.enter(name);
  const kept = check(member, report);
  report.leave();
  return kept;
}

function checkBytes(object: object, most: number, report: CheckReport): void {
  if (jsonBytesUpTo(object, most) <= most) return;
  report.excess(() => jsonBytesUpTo(object, Infinity), `must have at most ${most} bytes as JSON`);
}

function checkCount(object: object, most: number, report: CheckReport): void {
  const { length } = Object.keys(object);
  if (length > most) report.excess(length, `has ${length} members; at most ${most} are allowed`);
}
