import type { Settings } from './settings';

/** Where links begin: PUBLIC_URL, else the address that the API listens on. */
export function originOf({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
