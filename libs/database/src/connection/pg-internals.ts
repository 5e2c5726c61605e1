import type { Socket } from 'node:net';
import pg, { Query, type Client, type ClientBase, type FieldDef, type QueryConfig } from 'pg';
import { Parser } from 'pg-protocol/dist/parser';

/**
 * Members of pg (8.23) and pg-protocol (1.16) that are used here and that their documentation does not promise: all of them, so that a
 * new version of the driver is compared with this file alone. No other file may reach behind the interface of pg (lint).
 *
 * - `Query` as a class: a statement that knows its rows before the server describes them, and gives them on as bytes
 * - `Client.connection`: the statement is bound on it; its socket is corked; its parser is replaced
 * - `Parser.handlePacket`: a row is given on as it came
 * - `utils.prepareValue`: what the driver sends for a value
 * - `Client.processID`: the process of the session that the server named
 */
export interface DriverConnection {
  readonly stream: Socket;
  bind(message: {
    readonly statement: string;
    readonly values: readonly unknown[];
    readonly valueMapper: (value: unknown) => unknown;
  }): void;
  execute(message: object): void;
  sync(): void;
  attachListeners(stream: NodeJS.ReadableStream): void;
  emit(name: string, message: object): boolean;
}

/** The parsers that the driver makes of the description of a statement's rows. */
export interface RowShape {
  readonly fields: readonly FieldDef[];
  readonly _parsers: readonly unknown[];
  readonly _prebuiltEmptyResultObject: object;
}

export function shapeOf({ _result }: DriverQuery): RowShape {
  const { fields, _parsers, _prebuiltEmptyResultObject } = _result;
  return { fields, _parsers, _prebuiltEmptyResultObject };
}

/** Has the rows of a query become objects of a shape that is known. */
export function takeShape(query: DriverQuery, shape: RowShape): void {
  Object.assign(query._result, shape);
  query._accumulateRows = true;
}

/** Has the query fail once the server is ready again, whatever comes until then. */
export function failLater(query: DriverQuery, error: unknown): void {
  query._canceledDueToError = error;
}

export function isFailed({ _canceledDueToError }: DriverQuery): boolean {
  return Boolean(_canceledDueToError);
}

/** The driver's query; `Row` is its message of a row. */
interface DriverQuery<Row = never> {
  name: string;
  values: readonly unknown[];
  readonly _result: RowShape;
  _accumulateRows: boolean;
  _canceledDueToError: unknown;
  hasBeenParsed(connection: DriverConnection): boolean;
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void;
  handleDataRow(row: Row): void;
}

export const DriverQuery = Query as unknown as new <Row>(text: string) => DriverQuery<Row>;

/** Such a query where the driver's types know none. */
export const asStatement = (query: DriverQuery): QueryConfig => query as unknown as QueryConfig;

export const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue: (value: unknown) => unknown } })
  .utils;

/** Parses packets of the server into messages. */
interface DriverParser {
  parse(received: Buffer, onMessage: (message: { readonly name: string }) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): object;
}

export const DriverParser = Parser as unknown as new () => DriverParser;

export const connectionOf = (client: ClientBase): DriverConnection =>
  (client as Client).connection as unknown as DriverConnection;

/** The number of the process that serves the session, as the server reported it when the connection began. */
export const processOf = (client: ClientBase): number | null =>
  (client as unknown as { readonly processID: number | null }).processID;
