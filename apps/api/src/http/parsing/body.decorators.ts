import { RouteOptions } from '../route-options.decorator';

/** 64 MiB: bulk, import and dbt routes. */
export const LARGE_BODY = 64 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether NDJSON bodies are taken beside JSON. */
    ndjson?: boolean;
    /** Whether CSV bodies are accepted beside JSON, or instead of it. */
    csv?: boolean | 'only';
    /** Whether the body is one text: as `text/plain`, as a JSON string, or, as some clients send it, as it is under the type of JSON. */
    text?: boolean;
    /** Whether the body is a form (`application/x-www-form-urlencoded`), and nothing else. */
    form?: boolean;
    /** Whether XML bodies are taken beside JSON. */
    xml?: boolean;
    /** Whether the body is a JSON Patch (RFC 6902), and nothing else. */
    jsonPatch?: boolean;
    /** Whether bodies in parts (`multipart/form-data`) are taken beside JSON, and their size in bytes at most. */
    multipart?: number;
    /** Largest body of this route in bytes, where it is more than the general limit. */
    bodyLimit?: number;
  }
}

/** The route takes NDJSON (`application/x-ndjson`) beside JSON; the body is an `NdjsonBody` then. */
export const AcceptsNdjson = (): MethodDecorator => RouteOptions({ ndjson: true });

/** The route takes CSV (`text/csv`, `text/plain`) beside JSON; the body is a `CsvBody` then. */
export const AcceptsCsv = (): MethodDecorator => RouteOptions({ csv: true });

/** The route takes CSV (`text/csv`, `text/plain`) and nothing else; the body is a `CsvBody`. */
export const AcceptsCsvOnly = (): MethodDecorator => RouteOptions({ csv: 'only' });

/** The route takes one text (`text/plain`, or a JSON string); the body is that. */
export const AcceptsText = (): MethodDecorator => RouteOptions({ text: true });

/** The route takes a form (`application/x-www-form-urlencoded`) and nothing else; the body is an object of its texts. */
export const AcceptsForm = (): MethodDecorator => RouteOptions({ form: true });

/** The route takes XML (`application/xml`, `text/xml`) beside JSON; the body is its text then. */
export const AcceptsXml = (): MethodDecorator => RouteOptions({ xml: true });

/** The route takes files as `multipart/form-data` of that size in all beside JSON, and reads them as they arrive. */
export const AcceptsFiles = (bytes: number): MethodDecorator => RouteOptions({ multipart: bytes });

/** The route takes `application/json-patch+json` and nothing else. */
export const AcceptsJsonPatch = (): MethodDecorator => RouteOptions({ jsonPatch: true });

/** The route takes bodies up to this size in bytes, or up to BODY_LIMIT if that is more. */
export const BodyLimit = (bytes: number = LARGE_BODY): MethodDecorator => RouteOptions({ bodyLimit: bytes });
