import { isObject } from '@app/common';
import type { ReadConfig } from '../engine';
import type { ConfigFields, FlagField, HostField, ListField, PemField, TextField } from './config-field';
import { type HostPort, parseHostPort } from '../connect/host-port';

/** Paths of the fields of a type. */
type Paths<Fields, Of> = { [P in keyof Fields & string]: Fields[P] extends Of ? P : never }[keyof Fields & string];
/** A text that is required is there, or a fault is. */
type Text<Field> = Field extends { readonly required: true } ? string : string | undefined;
type Word<Field> = Field extends { readonly words: readonly (infer W)[] } ? W : never;

/** Reads members of `connection.config` by the table of an engine, and collects what is wrong with them. */
export class ConfigReader<Fields extends ConfigFields> {
  readonly faults: { readonly field: string; readonly message: string }[] = [];

  constructor(
    private readonly config: Readonly<Record<string, unknown>>,
    private readonly fields: Fields,
  ) {}

  /** A text that is not empty; where the member is absent or empty undefined, with a fault where it is required. */
  text<P extends Exclude<keyof Fields & string, Paths<Fields, FlagField | ListField>>>(path: P): Text<Fields[P]> {
    return this.textAt(path) as Text<Fields[P]>;
  }

  boolean<P extends Paths<Fields, FlagField>>(path: P): boolean {
    const value = this.value(path);
    const { standard } = this.fields[path] as FlagField;
    if (value === undefined) return standard;
    if (typeof value === 'boolean') return value;
    this.fault(path, 'must be true or false');
    return standard;
  }

  /** One of the words of a field. */
  oneOf<P extends Paths<Fields, TextField>>(path: P, standard: Word<Fields[P]>): Word<Fields[P]> {
    const { words = [] } = this.fields[path] as TextField;
    const value = this.textAt(path);
    const word = words.find((one) => one === value);
    if (value !== undefined && word === undefined) this.fault(path, `must be one of ${words.join(', ')}`);
    return (word ?? standard) as Word<Fields[P]>;
  }

  /** @param standard in place of the port of the field, where another member decides it */
  hostPort<P extends Paths<Fields, HostField>>(path: P, standard?: number): HostPort {
    const port = standard ?? (this.fields[path] as HostField).port;
    const text = this.textAt(path) ?? '';
    const read = parseHostPort(text, port);
    if (!read && text)
      this.fault(path, `must be a name or an address, with a port if it is not ${port}: db.example.org:${port}`);
    return read ?? { host: '', port };
  }

  /** Certificates and keys stand in the config as they are; a path would be read on the worker's machine. */
  pem<P extends Paths<Fields, PemField>>(path: P): string | undefined {
    const text = this.textAt(path);
    if (text !== undefined && !text.includes('-----BEGIN ')) this.fault(path, 'must be a PEM text, not a path');
    return text;
  }

  /** The config as it was read, unless something is wrong with it. */
  result<Config>(config: Config): ReadConfig<Config> {
    return this.faults.length ? { faults: this.faults } : { config };
  }

  fault(path: string, message: string): void {
    this.faults.push({ field: fieldOf(path), message });
  }

  value(path: keyof Fields & string): unknown {
    const value = path
      .split('.')
      .reduce<unknown>(
        (place, key) => (isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined),
        this.config,
      );
    return value ?? undefined;
  }

  private textAt(path: keyof Fields & string): string | undefined {
    const value = this.value(path);
    const field = this.fields[path]!;
    if (value === undefined || value === '') {
      if (!field.required) return undefined;
      this.fault(path, 'is required');
      return '';
    }
    if (typeof value !== 'string') {
      this.fault(path, 'must be a text');
      return field.required ? '' : undefined;
    }
    if (field.type === 'text' && field.pattern && !field.pattern.test(value)) this.fault(path, field.must!);
    return value;
  }
}

const fieldOf = (path: string): string => `connection.config.${path}`;
