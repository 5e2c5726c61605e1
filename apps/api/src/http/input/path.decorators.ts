import { invalidFields, isUuid, LAST_INSTANT } from '@app/common';
import { applyDecorators, Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { readInteger } from './property.decorators';
import { MadeFrom } from './route-inputs';

function refuse(name: string, value: string, allowed: string): Error {
  const message = `must be ${allowed}, not ${JSON.stringify(value.slice(0, 100))}`;
  return invalidFields([{ field: name, message }]);
}

interface PathPart {
  readonly name: string;
  /** Undefined where the text is none of the allowed ones. */
  readonly read: (text: string) => unknown;
  readonly allowed: string;
}

function madeOf({ name, read, allowed }: PathPart, { params }: FastifyRequest): unknown {
  const text = (params as Record<string, string>)[name] as string;
  const value = read(text);
  if (value === undefined) throw refuse(name, text, allowed);
  return value;
}

/** A part of the path that is a UUID; given in lower case, as the database writes it. */
export function UuidParam(name = 'id'): ParameterDecorator {
  const read = (text: string) => (isUuid(text) ? text.toLowerCase() : undefined);
  return documented({ format: 'uuid' }, { name, read, allowed: 'a UUID' });
}

/** A part of the path in epoch milliseconds. */
export function TimestampParam(name = 'timestamp'): ParameterDecorator {
  const read = (text: string) => {
    const value = readInteger(text) ?? -1;
    return value >= 0 && value <= LAST_INSTANT ? value : undefined;
  };
  const allowed = `epoch milliseconds from 0 to ${LAST_INSTANT}`;
  const schema = { type: 'integer', format: 'int64', minimum: 0, maximum: LAST_INSTANT };
  return documented(schema, { name, read, allowed });
}

/** Whether the text is a day of the calendar, such as 2026-01-31. */
export function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text);
}

/** A part of the path that is a day of the calendar. */
export function DayParam(name: string): ParameterDecorator {
  const read = (text: string) => (isDay(text) ? text : undefined);
  return documented({ format: 'date' }, { name, read, allowed: 'a day such as 2026-01-31' });
}

/** A part of the path that is one of the given words. */
export function ChoiceParam(name: string, of: readonly string[]): ParameterDecorator {
  const read = (text: string) => (of.includes(text) ? text : undefined);
  return documented({ enum: [...of] }, { name, read, allowed: `one of ${of.join(', ')}` });
}

/** The longest FQN: four names of 256 characters, quoted, of which each may be two code units. */
const MAX_FQN = 4 * (2 * 256 + 3);

/** That of a column: the table's, and as many names again for a column within columns. */
export const MAX_COLUMN_FQN = 2 * MAX_FQN;

/** A part of the path that is a fully qualified name. */
export function FqnParam(name = 'fqn', longest = MAX_FQN): ParameterDecorator {
  const read = (text: string) => (text.length > 0 && text.length <= longest ? text : undefined);
  return documented({ type: 'string' }, { name, read, allowed: `a name of 1 to ${longest} characters` });
}

/** A decorator of a parameter cannot speak of its method to Nest; the OpenAPI document asks the method. */
function documented(schema: object, part: PathPart): ParameterDecorator {
  const { name } = part;
  return (target, key, index) => {
    // Nest's own says where the parameter stands in the document; the checked one behind it has the last word.
    Param(name)(target, key, index);
    MadeFrom((request) => madeOf(part, request))(target, key, index);
    if (key === undefined) throw new TypeError(`${name} is no parameter of a method`);
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor) applyDecorators(ApiParam({ name, schema: { type: 'string', ...schema } }))(target, key, descriptor);
  };
}
