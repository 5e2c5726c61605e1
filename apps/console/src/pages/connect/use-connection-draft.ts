import { useState } from 'react';
import type { ConnectionConfig, ConnectionKind } from '../../api/connection-kinds';
import type { DatabaseService } from '../../api/connections';
import {
  configOf,
  draftOf,
  fieldsOf,
  missingIn,
  type ConnectionDraft,
  type ConnectionField,
} from './connection-fields';
import { readConnectionString } from './connection-string';

/** A service whose connection is edited, and the tag of the version that the form began with. */
export interface Edited {
  readonly service: DatabaseService;
  readonly etag: string;
}

export interface ConnectionState {
  readonly name: string;
  readonly serviceType: string;
  readonly kind: ConnectionKind | undefined;
  readonly fields: readonly ConnectionField[];
  readonly draft: ConnectionDraft;
  readonly stored: ConnectionConfig | undefined;
  /** Undefined where a document in it is none. */
  readonly config: ConnectionConfig | undefined;
  /** Labels of members that are still to be entered. */
  readonly missing: readonly string[];
  readonly isChanged: boolean;
  readonly setName: (name: string) => void;
  readonly setType: (serviceType: string) => void;
  readonly set: (change: ConnectionDraft) => void;
  /** Takes a connection string apart; undefined where it is none, else what remains to be shown of it. */
  readonly fill: (text: string) => { readonly shown: string; readonly ignored: readonly string[] } | undefined;
}

const FIRST_TYPE = 'Postgres';
/** Names of services hold no quotes and no control characters; those of databases may. */
const nameFor = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_').slice(0, 100);

/** The state of the form of a connection. */
export function useConnectionDraft(kinds: readonly ConnectionKind[], edited: Edited | undefined): ConnectionState {
  const kindOf = (type: string) => kinds.find(({ serviceTypes }) => serviceTypes.includes(type));
  const stored = edited && ((edited.service.connection?.config ?? {}) as ConnectionConfig);
  const [serviceType, setServiceType] = useState(edited?.service.serviceType ?? FIRST_TYPE);
  const [name, setName] = useState(edited?.service.name ?? '');
  const begin = (type: string): ConnectionDraft => draftOf(fieldsFor(kindOf(type)), stored);
  const [begun, setBegun] = useState(() => begin(serviceType));
  const [draft, setDraft] = useState(begun);
  const kind = kindOf(serviceType);
  const fields = fieldsFor(kind);
  const config = wholeConfig(fields, draft, stored);
  const missing = [...(name.trim() === '' ? ['Name'] : []), ...missingIn(fields, draft, stored)];
  const turnTo = (type: string, change: ConnectionDraft) => {
    const first = begin(type);
    setServiceType(type);
    setBegun(first);
    setDraft({ ...first, ...change });
  };
  return {
    ...{ name, serviceType, kind, fields, draft, stored, config, missing, setName },
    isChanged: draft !== begun,
    // What both kinds know, such as the user, stays.
    setType: (type) => {
      const known = new Set(fieldsFor(kindOf(type)).map(({ path }) => path));
      turnTo(type, Object.fromEntries(Object.entries(draft).filter(([path, text]) => known.has(path) && text !== '')));
    },
    set: (change) => setDraft((now) => ({ ...now, ...change })),
    fill: (text) => {
      const read = readConnectionString(text, kinds);
      if (!read || (edited && read.serviceType !== serviceType)) return undefined;
      if (read.serviceType === serviceType) setDraft((now) => ({ ...now, ...read.values }));
      else turnTo(read.serviceType, read.values);
      const database = Object.entries(read.values).find(([path]) => /^(database|databaseSchema|catalog)$/.test(path));
      setName((now) => (now === '' ? nameFor(database?.[1] ?? read.serviceType) : now));
      return { shown: read.shown, ignored: read.ignored };
    },
  };
}

const fieldsFor = (kind: ConnectionKind | undefined): readonly ConnectionField[] => (kind ? fieldsOf(kind) : []);

function wholeConfig(
  fields: readonly ConnectionField[],
  draft: ConnectionDraft,
  stored: ConnectionConfig | undefined,
): ConnectionConfig | undefined {
  try {
    return configOf(fields, draft, stored);
  } catch {
    return undefined;
  }
}
