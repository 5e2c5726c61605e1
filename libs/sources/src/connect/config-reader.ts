import { isObject } from '@app/common';
import type { ReadConfig } from '../engine';
import { type HostPort, parseHostPort } from './host-port';

/** Reads members of `connection.config` by their path and collects what is wrong with them. */
export class ConfigReader {
  readonly faults: { readonly field: string; readonly message: string }[] = [];

  constructor(private readonly config: Readonly<Record<string, unknown>>) {}

  /** A text that is not empty; undefined where the member is absent or empty. */
  text(path: string): string | undefined {
    const value = this.value(path);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value;
    this.fault(path, 'must be a text');
    return undefined;
  }

  /** `text`, with a fault where there is none. */
  required(path: string): string {
    const value = this.text(path);
    if (value === undefined && !this.faults.some(({ field }) => field === fieldOf(path)))
      this.fault(path, 'is required');
    return value ?? '';
  }

  boolean(path: string, standard: boolean): boolean {
    const value = this.value(path);
    if (value === undefined) return standard;
    if (typeof value === 'boolean') return value;
    this.fault(path, 'must be true or false');
    return standard;
  }

  oneOf<Word extends string>(path: string, words: readonly Word[], standard: Word): Word {
    const value = this.text(path);
    const word = words.find((one) => one === value);
    if (value !== undefined && !word) this.fault(path, `must be one of ${words.join(', ')}`);
    return word ?? standard;
  }

  hostPort(path: string, standard: number): HostPort {
    const text = this.required(path);
    const read = parseHostPort(text, standard);
    if (!read && text)
      this.fault(
        path,
        `must be a name or an address, with a port if it is not ${standard}: db.example.org:${standard}`,
      );
    return read ?? { host: '', port: standard };
  }

  /** Certificates and keys stand in the config as they are; a path would be read on the worker's machine. */
  pem(path: string): string | undefined {
    const text = this.text(path);
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

  value(path: string): unknown {
    const value = path
      .split('.')
      .reduce<unknown>(
        (place, key) => (isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined),
        this.config,
      );
    return value ?? undefined;
  }
}

const fieldOf = (path: string): string => `connection.config.${path}`;
