import { createHash } from 'node:crypto';
import type { IndexedDocument } from '@app/search';
import { seededRandom, zipfRanks } from '../measure/random';

const SEED = 7;
/** Words of a company's data; their ranks follow Zipf's law, so that some are in most documents and many in few. */
const VOCABULARY = 6_000;
const SYLLABLES = [
  'ra',
  'to',
  'mi',
  'ke',
  'so',
  'lu',
  'ne',
  'va',
  'di',
  'pa',
  'gor',
  'ten',
  'sal',
  'bri',
  'mun',
  'der',
];
const JOINTS = ['_', '_', '_', '.', '-'];
const TYPES = ['table', 'table', 'table', 'topic', 'dashboard', 'pipeline', 'container'];
const COLUMNS = 8;
const SERVICES = 20;
const OWNERS = 200;
const TAGS = 60;
const START = Date.UTC(2025, 0, 1);

/** Words by rank, from the commonest on. Those that queries name stand at fixed ranks. */
export const WORDS: readonly string[] = Array.from({ length: VOCABULARY }, (_, rank) => wordAt(rank));

function wordAt(rank: number): string {
  const digits = [rank % 16, Math.floor(rank / 16) % 16, Math.floor(rank / 256) % 16, Math.floor(rank / 4_096)];
  return digits
    .slice(0, rank < 16 ? 2 : rank < 4_096 ? 3 : 4)
    .map((at) => SYLLABLES[at])
    .join('');
}

/** The same documents for the same count, made one after another. */
export function* documents(count: number): Generator<IndexedDocument> {
  const random = seededRandom(SEED);
  const rank = zipfRanks(VOCABULARY, random);
  const word = (): string => WORDS[rank()] as string;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const below = (most: number): number => Math.floor(random() * most);
  const name = (words: number): string =>
    Array.from({ length: words }, word).reduce((all, each) => all + pick(JOINTS) + each);
  const sentence = (words: number): string => Array.from({ length: words }, word).join(' ');
  for (let at = 0; at < count; at++) {
    const service = below(SERVICES);
    const called = `${name(2 + below(3))}_${at % 97}`;
    yield {
      node: String(at + 1),
      document: {
        id: uuidOf(at),
        entityType: pick(TYPES),
        name: called,
        displayName: called.replaceAll(/[._-]/g, ' '),
        fullyQualifiedName: `service_${service}.main.${pick(['sales', 'ops', 'web'])}.${called}`,
        description: sentence(8 + below(12)),
        deleted: random() < 0.02,
        updatedAt: START + at * 1_000,
        totalVotes: below(30),
        ...{
          service: { name: `service_${service}`, type: 'databaseService' },
          serviceType: pick(['Snowflake', 'Postgres', 'Kafka']),
        },
        owners: Array.from({ length: below(3) }, () => owner(below(OWNERS))),
        tags: Array.from({ length: below(4) }, () => ({ tagFQN: `Group.Tag${below(TAGS)}` })),
        tier: { tagFQN: `Tier.Tier${1 + below(5)}` },
        domains: [{ name: `domain_${below(12)}`, fullyQualifiedName: `domain_${below(12)}` }],
        columns: Array.from({ length: COLUMNS }, () => ({ name: name(2), description: sentence(4), dataType: 'INT' })),
        contract: random() < 0.3 ? { name: 'agreed', latestStatus: pick(['Success', 'Failed']) } : undefined,
      },
    };
  }
}

function owner(at: number): object {
  return { id: uuidOf(1_000_000 + at), name: `person_${at}`, type: 'user' };
}

function uuidOf(at: number): string {
  const digest = createHash('md5').update(String(at)).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
