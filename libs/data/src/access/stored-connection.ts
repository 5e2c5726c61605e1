import { createHash } from 'node:crypto';
import { MASK } from '@app/catalog';
import { badRequest, invalidFields, isObject, type ErrorDetail } from '@app/common';
import { ENGINES, engineOf, isNeverAllowed, targetsOf, type Engine } from '@app/sources';

type Json = Readonly<Record<string, unknown>>;

/** A service as it is shown: secrets of the connection are masked. */
export interface ShownConnection {
  readonly serviceType: string;
  readonly connection?: unknown;
}

/** The part of a connection on how its source is reached. */
export function configOf(connection: unknown): Json | undefined {
  if (!isObject(connection)) return undefined;
  return isObject(connection.config) ? connection.config : {};
}

/** @throws {AppError} BAD_REQUEST for a type of services that no engine reads */
export function requireEngine(serviceType: string): Engine {
  const engine = engineOf(serviceType);
  if (engine) return engine;
  const known = ENGINES.flatMap(({ serviceTypes }) => serviceTypes).join(', ');
  throw badRequest(`No engine reads services of the type ${serviceType}; data of these is read: ${known}`);
}

/** @throws {AppError} BAD_REQUEST that names each member which is missing or wrong */
export function requireReadable(engine: Engine, config: Json): void {
  const faults = faultsOf(engine, config);
  if (faults.length) throw invalidFields(faults);
}

/**
 * Refuses SQL of users where the guard would be its only lock.
 * @throws {AppError} BAD_REQUEST that names `customSql`
 */
export function requireLocks(engine: Engine, { customSql }: { readonly customSql: boolean }): void {
  if (!customSql || (engine.hasReadOnlyMode && !engine.isPreview)) return;
  const why = engine.isPreview ? 'is a preview, not tried against a server' : 'has no read-only mode';
  throw invalidFields([{ field: 'customSql', message: `must be false: the engine ${engine.name} ${why}` }]);
}

/**
 * Refuses functions that run texts, read files, sleep, lock or signal.
 * @throws {AppError} BAD_REQUEST that names each of them
 */
export function requireHarmless({ dialect, name }: Engine, functions: readonly string[] = []): void {
  const faults = functions.flatMap((one, index) =>
    isNeverAllowed(one, dialect)
      ? [{ field: `functions[${index}]`, message: `must not be ${one}: no statement may call it on ${name}` }]
      : [],
  );
  if (faults.length) throw invalidFields(faults);
}

/** The faults of a config. A secret that is masked is not judged. */
function faultsOf(engine: Engine, config: Json): ErrorDetail[] {
  const read = engine.readConfig(config);
  const faults = 'faults' in read ? [...read.faults] : [];
  const hidden = targetsOf(engine.fields).filter((key) => hasMask(valueAt(config, key)));
  return [
    ...faults.filter(({ field }) => valueAt(config, field.replace(/^connection\.config\./, '')) !== MASK),
    ...hidden.map((key) => ({
      field: `connection.config.${key}`,
      message: 'looks like a secret, so that nobody could see where the connection leads',
    })),
  ];
}

/**
 * Identity of a connection, by target and user: by the type of the service and the engine's keys, secrets apart. Undefined where
 * that is unknown, since no engine reads it, there is no connection, or a key is masked: then nothing is equal to it.
 */
export function connectionDigest({ serviceType, connection }: ShownConnection): string | undefined {
  const engine = engineOf(serviceType);
  const config = configOf(connection);
  if (!engine || !config) return undefined;
  const values = targetsOf(engine.fields).map((key) => valueAt(config, key) ?? null);
  const later = targetsOf(engine.fields, 'later').flatMap((key) => {
    const value = valueAt(config, key);
    return value === undefined ? [] : [[key, inOrder(value)]];
  });
  if ([...values, ...later].some(hasMask)) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([engine.name, serviceType, ...values.map(inOrder), ...later]))
    .digest('hex');
}

function valueAt(config: Json, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((place, key) => (isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined), config);
}

function hasMask(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(MASK);
}

/** The database gives members of objects in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, inOrder(member)]);
}
