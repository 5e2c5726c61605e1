import { once } from '@app/common';
import { hash, verify, type Options } from '@node-rs/argon2';

/**
 * argon2id with the second recommendation of OWASP's password storage page: 19 MiB, two passes, one lane. algorithm 2 is
 * Argon2id; its enum is declared const and cannot be imported file by file.
 */
const PARAMETERS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A dummy hash: unknown accounts are compared with it, so that they cost as much time as known ones. */
const decoy = once(() => hashPassword(''));

export function hashPassword(plain: string): Promise<string> {
  return hash(plain, PARAMETERS);
}

/** Costs one hash also where there is nothing to compare with. */
export async function passwordMatches(encoded: string | undefined, plain: string): Promise<boolean> {
  const unknown = decoy();
  const matches = await verify(encoded ?? (await unknown), plain);
  return matches && encoded !== undefined;
}

/** Made ahead, so that not even the first unknown account takes longer. */
export async function prepareDecoy(): Promise<void> {
  await decoy();
}
