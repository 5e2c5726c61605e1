import { createPrivateKey, type KeyObject } from 'node:crypto';
import { isObject } from '@app/common';
import type { ConfigFields } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
import { API_HOST, apiTarget } from '../config/api-target';
import type { HttpTarget } from '../connect/http-exchange';
import type { ReadConfig } from '../engine';

export interface BigQueryConfig extends HttpTarget {
  readonly clientEmail: string;
  readonly key: KeyObject;
  /** The same as a text, which no message may have. */
  readonly keyText: string;
  readonly keyId?: string;
  /** Projects whose datasets are read, each as a database. */
  readonly projects: readonly string[];
  /** The one of this session. */
  readonly project: string;
  /** The project that jobs run in and that pays for them. */
  readonly billingProject: string;
  /** Most bytes that one statement may be billed for. */
  readonly maximumBytesBilled: string;
}

const HOST = 'bigquery.googleapis.com';
const OF_KEY = 'credentials.gcpConfig';
const TEBIBYTE = 2 ** 40;
/** A tenth of a tebibyte: of the list price of 2026 some 0.60 dollars. */
const MAXIMUM_BYTES = String(Math.floor(TEBIBYTE / 10));

/** Below `credentials` all is masked. */
export const BIGQUERY_FIELDS = {
  'credentials.gcpConfig.type': {
    type: 'text',
    title: 'Kind of credentials',
    words: ['service_account'],
    standard: 'service_account',
    masked: true,
  },
  'credentials.gcpConfig.clientEmail': {
    type: 'text',
    title: 'Service account',
    description: 'client_email of the key',
    required: true,
    masked: true,
  },
  'credentials.gcpConfig.privateKey': {
    type: 'pem',
    title: 'Private key',
    description: 'private_key of the key of the service account, as a PEM text',
    required: true,
    secret: true,
  },
  'credentials.gcpConfig.privateKeyId': {
    type: 'text',
    title: 'Id of the key',
    description: 'private_key_id',
    masked: true,
  },
  'credentials.gcpConfig.projectId': {
    type: 'own',
    title: 'Project',
    description: 'The project whose datasets are read, or a list of projects, each a database here',
    schema: { type: ['string', 'array'], minLength: 1, minItems: 1, items: { type: 'string', minLength: 1 } },
    required: true,
    masked: true,
  },
  hostPort: { ...API_HOST, description: `A private endpoint; without it ${HOST}` },
  billingProjectId: {
    type: 'text',
    title: 'Project that pays',
    description: 'The project that jobs run in; without it the first of those that are read',
    target: true,
  },
  maximumBytesBilled: {
    type: 'own',
    title: 'Most bytes of one statement',
    description: 'A statement that would be billed for more is not run',
    schema: { type: ['integer', 'string'], minimum: 1, pattern: '^[1-9][0-9]{0,17}$', default: MAXIMUM_BYTES },
  },
} as const satisfies ConfigFields;

type BigQueryReader = ConfigReader<typeof BIGQUERY_FIELDS>;

/** Reads the shape of OpenMetadata's connector, with the key of a service account; members beside these are ignored. */
export function readBigQueryConfig(config: Readonly<Record<string, unknown>>): ReadConfig<BigQueryConfig> {
  const reader = new ConfigReader(config, BIGQUERY_FIELDS);
  const target = apiTarget(reader, HOST);
  reader.oneOf(`${OF_KEY}.type`, 'service_account');
  const clientEmail = reader.text(`${OF_KEY}.clientEmail`);
  const keyText = reader.text(`${OF_KEY}.privateKey`).replaceAll('\\n', '\n');
  const key = keyText && privateKey(keyText);
  if (keyText && !key) reader.fault(`${OF_KEY}.privateKey`, 'must be the private key of a service account, in PEM');
  const keyId = reader.text(`${OF_KEY}.privateKeyId`);
  const projects = projectsOf(reader);
  const billingProject = reader.text('billingProjectId') ?? projects[0]!;
  const maximumBytesBilled = maximumOf(reader);
  if (reader.faults.length || !key) return { faults: reader.faults };
  const project = projects[0]!;
  return {
    config: { ...target, clientEmail, key, keyText, keyId, projects, project, billingProject, maximumBytesBilled },
  };
}

function privateKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

function projectsOf(reader: BigQueryReader): readonly string[] {
  const path = `${OF_KEY}.projectId` as const;
  const value = reader.value(path);
  if (!Array.isArray(value)) return [reader.text(path)];
  const texts = value.filter((one): one is string => typeof one === 'string' && one !== '');
  if (texts.length !== value.length || !texts.length) reader.fault(path, 'must be a text, or a list of texts');
  return texts;
}

function maximumOf(reader: BigQueryReader): string {
  const value = reader.value('maximumBytesBilled') ?? MAXIMUM_BYTES;
  const text = isObject(value) ? '' : String(value as string | number);
  if (!/^[1-9]\d{0,17}$/.test(text)) reader.fault('maximumBytesBilled', 'must be a whole number of bytes over 0');
  return text;
}
