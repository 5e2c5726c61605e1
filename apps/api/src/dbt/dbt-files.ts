import { Readable } from 'node:stream';
import { AppError, badRequest, invalidFields } from '@app/common';
import { ARTIFACTS, Artifacts, type Artifact, type DbtProject } from '@app/ingestion';
import type { FastifyRequest } from 'fastify';

/** Bytes of one file: manifests of the largest projects that are known have some 100 MB. */
export const LARGEST_FILE = 100 * 1024 * 1024;

const isArtifact = (name: string): name is Artifact => (ARTIFACTS as readonly string[]).includes(name);

/**
 * Reads the files of a project from a body in parts, each as it arrives.
 *
 * @throws {AppError} BAD_REQUEST, PAYLOAD_TOO_LARGE
 */
export async function readParts(request: FastifyRequest): Promise<DbtProject> {
  const artifacts = new Artifacts();
  try {
    for await (const part of request.parts({ limits: { fileSize: LARGEST_FILE, fields: ARTIFACTS.length } })) {
      const name = artifactNamed(part.fieldname);
      if (part.type === 'file')
        await artifacts.read(name, Readable.from(chunks(part.file, name), { objectMode: false }));
      else
        throw badRequest(`${name} must be sent as a file: with a filename`, [{ field: name, message: 'is no file' }]);
    }
  } catch (error) {
    // The rest is still arriving, and its sender does not read the answer yet.
    request.raw.unpipe();
    request.raw.resume();
    throw toClientError(error);
  }
  return artifacts.project();
}

/** Reads the files of a project as members of one JSON body. @throws {AppError} BAD_REQUEST */
export async function readMembers(body: unknown): Promise<DbtProject> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest(`The body must be multipart/form-data or a JSON object with ${ARTIFACTS.join(', ')}`);
  const artifacts = new Artifacts();
  for (const [name, value] of Object.entries(body)) if (value !== null) await artifacts.add(artifactNamed(name), value);
  return artifacts.project();
}

function artifactNamed(name: string): Artifact {
  if (isArtifact(name)) return name;
  throw invalidFields([{ field: name.slice(0, 100), message: `is not known; allowed: ${ARTIFACTS.join(', ')}` }]);
}

/** The file, and an error where it was cut at the limit. */
async function* chunks(file: Readable & { truncated?: boolean }, name: string): AsyncGenerator<Buffer> {
  for await (const chunk of file) yield chunk as Buffer;
  if (file.truncated) throw tooLarge(name);
}

function tooLarge(name: string): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `${name} has more than ${LARGEST_FILE} bytes`);
}

/** Faults of the body's form are the sender's. */
function toClientError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code = '', statusCode, message } = error as { code?: string; statusCode?: number; message: string };
  if (statusCode === 413)
    return new AppError('PAYLOAD_TOO_LARGE', `The body has too many or too large parts: ${message}`);
  const isForm =
    /^(FST_|HPE_|ERR_STREAM_PREMATURE_CLOSE)/.test(code) || /multipart|boundary|unexpected end/i.test(message);
  return isForm ? badRequest(`The body is no readable multipart/form-data: ${message.slice(0, 200)}`) : error;
}
