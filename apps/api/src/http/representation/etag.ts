import { hash } from 'node:crypto';
import { AppError, badRequest } from '@app/common';
import type { FastifyReply } from 'fastify';

/** 96 bits of SHA-1, which need not withstand an attacker: they distinguish representations of one version. */
const HASH_LENGTH = 16;

/**
 * `"<version>-<hash of the text>"`: changes with the representation, so that If-None-Match is exact, and shows the version,
 * so that a tag read with any `fields` serves for If-Match.
 */
export function entityTag(version: number | string, json: string | Buffer): string {
  return `"${version}-${hash('sha1', json, 'base64url').slice(0, HASH_LENGTH)}"`;
}

const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const TAG_OF_OURS = /^(\d+(?:\.\d+)?)-[\w-]+$/;

/** The tags of a list; a comma inside quotes is never ours, but is allowed. */
function tags(header: string): string[] {
  return (header.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? []).map((tag) => tag.trim());
}

/**
 * Parses If-Match: undefined = nothing, `*` = any version, else the versions that may be there. A tag that this service did not create
 * matches no version. Compare the version alone: results that came since then are no conflict.
 *
 * @throws {AppError} BAD_REQUEST for a header that is no list of entity tags
 */
export function parseIfMatch(header: string | undefined): readonly number[] | '*' | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  const found = tags(header);
  if (found.length === 0 || !found.every((tag) => TAG.test(tag))) {
    throw badRequest(`If-Match must be * or a list of entity tags such as "0.1-abc", not ${header.slice(0, 100)}`);
  }
  return found.flatMap((tag) => {
    const version = versionOfTag(tag);
    return version === undefined ? [] : [Number(version)];
  });
}

/**
 * Compares If-Match with the tag of what is there, where each text has a tag of its own.
 *
 * @param etag undefined: there is nothing
 * @throws {AppError} PRECONDITION_FAILED; BAD_REQUEST as `parseIfMatch`
 */
export function requireTag(header: string | undefined, etag: string | undefined): void {
  if (parseIfMatch(header) === undefined || header === undefined) return;
  if (etag !== undefined && (header.trim() === '*' || tags(header).includes(etag))) return;
  throw failed(header, etag === undefined ? 'there is none' : `it is ${etag}`);
}

/**
 * Compares If-Match with the version of what is there, where the text tells also what is no change of it.
 *
 * @param version undefined: there is nothing
 * @throws {AppError} PRECONDITION_FAILED; BAD_REQUEST as `parseIfMatch`
 */
export function requireTagVersion(header: string | undefined, version: number | undefined): void {
  const asked = parseIfMatch(header);
  if (asked === undefined || header === undefined) return;
  if (version !== undefined && (asked === '*' || asked.includes(version))) return;
  throw failed(header, version === undefined ? 'there is none' : `its version is ${version}`);
}

const failed = (header: string, now: string): AppError =>
  new AppError('PRECONDITION_FAILED', `If-Match asks for ${header}, but ${now}; read it again`);

/** The version that a tag of ours shows. */
export function versionOfTag(tag: unknown): string | undefined {
  return typeof tag === 'string' ? TAG_OF_OURS.exec(TAG.exec(tag)?.[1] ?? '')?.[1] : undefined;
}

/** Whether If-None-Match names the tag, by the weak comparison of RFC 9110, 13.1.2. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return tags(header).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** For an answer that was changed on its way out: another text has another tag, of the same version. An answer without a tag gets none. */
export function retag(reply: FastifyReply, shown: string): void {
  const version = versionOfTag(reply.getHeader('etag'));
  if (version !== undefined) void reply.header('etag', entityTag(version, shown));
}
