import { childPath, type ErrorDetail } from '@app/common';
import type { LineageName } from './event';
import { objectOf } from './lenient';

/** Characters of a namespace or a name: with four bytes each they fill a page of the database. */
const LONGEST = 2_000;

const isName = (text: unknown): text is string => typeof text === 'string' && text.length > 0 && text.length <= LONGEST;

/** Reads what an event cannot do without, and collects what is wrong with it. */
export class NameReader {
  readonly faults: ErrorDetail[] = [];

  fault(field: string, message: string): void {
    this.faults.push({ field, message });
  }

  text(holder: unknown, path: string, name: string): string {
    const value = objectOf(holder)?.[name];
    if (isName(value)) return value;
    this.fault(childPath(path, name), `must be a text of 1 to ${LONGEST} characters`);
    return '';
  }

  name(value: unknown, path: string): LineageName {
    if (!objectOf(value)) {
      this.fault(path, 'must be an object with namespace and name');
      return { namespace: '', name: '' };
    }
    return { namespace: this.text(value, path, 'namespace'), name: this.text(value, path, 'name') };
  }
}

/** A name inside a facet; undefined where it is none. */
export function lenientName(value: unknown): LineageName | undefined {
  const { namespace, name } = objectOf(value) ?? {};
  return isName(namespace) && isName(name) ? { namespace, name } : undefined;
}
