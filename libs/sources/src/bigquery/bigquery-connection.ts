import { createPrivateKey, type KeyObject } from 'node:crypto';
import { isObject } from '@app/common';
import { ConfigReader } from '../connect/config-reader';
import { apiTarget } from '../connect/api-target';
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

/** Reads the shape of OpenMetadata's connector, with the key of a service account; members beside these are ignored. */
export function readBigQueryConfig(config: Readonly<Record<string, unknown>>): ReadConfig<BigQueryConfig> {
  const reader = new ConfigReader(config);
  const target = apiTarget(reader, HOST);
  reader.oneOf(`${OF_KEY}.type`, ['service_account'], 'service_account');
  const clientEmail = reader.required(`${OF_KEY}.clientEmail`);
  const keyText = reader.required(`${OF_KEY}.privateKey`).replaceAll('\\n', '\n');
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

function projectsOf(reader: ConfigReader): readonly string[] {
  const path = `${OF_KEY}.projectId`;
  const value = reader.value(path);
  if (!Array.isArray(value)) return [reader.required(path)];
  const texts = value.filter((one): one is string => typeof one === 'string' && one !== '');
  if (texts.length !== value.length || !texts.length) reader.fault(path, 'must be a text, or a list of texts');
  return texts;
}

function maximumOf(reader: ConfigReader): string {
  const value = reader.value('maximumBytesBilled') ?? MAXIMUM_BYTES;
  const text = isObject(value) ? '' : String(value as string | number);
  if (!/^[1-9]\d{0,17}$/.test(text)) reader.fault('maximumBytesBilled', 'must be a whole number of bytes over 0');
  return text;
}
