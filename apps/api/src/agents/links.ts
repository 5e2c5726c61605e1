import { entityTypes } from '@app/catalog';
import { originOf, type Settings } from '@app/config';

/** Where a person or a program finds more of what a tool answers. */
export interface LinkPair {
  readonly api: string;
  /** A page; absent where the service has no pages for browsers. */
  readonly page?: string;
}

/** Absolute addresses of objects, in the API and in the console. */
export class Links {
  private readonly origin: string;

  constructor(
    settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
    private readonly hasConsole: boolean,
  ) {
    this.origin = originOf(settings).replace(/\/$/, '');
  }

  /** The links of any entity that is not a contract. */
  entity(type: string, id: string, fqn: string): LinkPair {
    return this.pair(`${entityTypes.get(type).collection}/${id}`, `asset?${query({ type, fqn })}`);
  }

  /** Templates of the addresses of entities, by their type: for lists, whose items give their `id` and `fullyQualifiedName`. */
  templates(types: Iterable<string>): Readonly<Record<string, LinkPair>> {
    const pair = (type: string): LinkPair => {
      const page = type === 'dataContract' ? 'contract?' : `asset?${query({ type })}&`;
      return this.pair(`${entityTypes.get(type).collection}/{id}`, `${page}fqn={fullyQualifiedName}`);
    };
    return Object.fromEntries([...new Set(types)].map((type) => [type, pair(type)]));
  }

  contract(id: string, fqn: string, tab?: 'history' | 'impact'): LinkPair {
    const end = tab === 'history' ? '/results/latest?fields=details' : tab === 'impact' ? '/impact' : '';
    return this.pair(`dataContracts/${id}${end}`, `contract?${query({ fqn, ...(tab && { tab }) })}`);
  }

  /** A proposal of change, with the page of its contract. */
  proposal(contract: string, fqn: string, id: string): LinkPair {
    return this.pair(`dataContracts/${contract}/proposals/${id}`, `contract?${query({ fqn })}`);
  }

  lineage(type: string, id: string, fqn: string): LinkPair {
    return this.pair(`lineage/${type}/${id}`, `lineage?${query({ type, fqn })}`);
  }

  /** A data run, with the page of the service or the table that it reads. */
  dataRun(id: string, type: string, fqn: string): LinkPair {
    return this.pair(`dataRuns/${id}`, `asset?${query({ type, fqn })}`);
  }

  /** An address below the origin. */
  at(path: string): string {
    return `${this.origin}${path}`;
  }

  private pair(path: string, page: string): LinkPair {
    return { api: this.at(`/api/v1/${path}`), ...(this.hasConsole && { page: this.at(`/${page}`) }) };
  }
}

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();
