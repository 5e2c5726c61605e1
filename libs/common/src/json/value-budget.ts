import { randomInt } from 'node:crypto';
import { badRequest } from '../app-error';

/**
 * The size of a body, in separators: an opening bracket or a comma is one, so most values are one or two. That is about 200 MB of memory.
 * 64 MiB of documents have about 2 million.
 */
const MOST_MARKS = 5_000_000;
/**
 * A name that was not met before takes up to 500 bytes: the name itself, and the shape that V8 makes for an object that has it, and
 * drops again where an object has many.
 */
const MARKS_OF_A_NAME = 16;
/** An object of so many members or more is a hash table, of which each member takes some 60 bytes. */
const MANY_MEMBERS = 128;
const MARKS_IN_A_TABLE = 2;

/** Slots for known names: of a third as many repeated names, every fourth is counted as new. */
const KNOWN_NAMES = 64 * 1024;
/** Names of the members of what clients send: some hundred. */
const FEW_NAMES = 1_024;
/** Secret, so that no client can choose colliding names. */
const SEED = randomInt(2 ** 32);
const FNV_PRIME = 0x01000193;

function hash(name: string): number {
  let value = SEED;
  for (let at = 0; at < name.length; at++) value = Math.imul(value ^ name.charCodeAt(at), FNV_PRIME);
  // The lower bits choose the slot: without the upper ones, the number of collisions would depend on the seed.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** Counts what the values of one body take in memory, in all the texts that it consists of. */
export class ValueBudget {
  private marks = 0;
  private newNames = 0;
  /** Hashes of names seen so far, each in the slot of its lower bits: a later one may replace an earlier one. */
  private names: Uint32Array | undefined;

  /** Whether the body has more names than documents have: each may be a shape of objects of its own, which takes memory once more when it is looked at. */
  get hasManyNames(): boolean {
    return this.newNames > FEW_NAMES;
  }

  /** @throws {AppError} BAD_REQUEST for too many values */
  spend(marks = 1): void {
    this.marks += marks;
    if (this.marks > MOST_MARKS) throw badRequest('The body has too many values to be read at once; send it in parts');
  }

  /** @param position of the member in its object @throws {AppError} BAD_REQUEST for too many values */
  spendOnMember(name: string, position: number): void {
    if (position >= MANY_MEMBERS) this.spend(MARKS_IN_A_TABLE);
    this.names ??= new Uint32Array(KNOWN_NAMES);
    const hashed = hash(name);
    const slot = hashed % KNOWN_NAMES;
    if (this.names[slot] === hashed) return;
    this.names[slot] = hashed;
    this.newNames++;
    this.spend(MARKS_OF_A_NAME);
  }
}
