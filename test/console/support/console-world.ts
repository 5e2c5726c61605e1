import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { issueOperatorToken, issueSignInTicket } from '@app/auth';
import { loadSettings, type Settings } from '@app/config';
import type { Browser, Page } from 'playwright-core';
import { DemoClient } from '../../../apps/stack/src/demo/demo-client';
import { loadDemo } from '../../../apps/stack/src/demo/load-demo';
import { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { launchChromium, newVisitor, type Scheme } from './chromium';
import { Faults } from './faults';

const ROOT = resolve(__dirname, '../../..');

const withDemo = async (client: DemoClient): Promise<unknown> => loadDemo(client, () => undefined);

/** The built service with the demo catalog, or with what it is filled with instead, and a browser in front of it. */
export class ConsoleWorld {
  private constructor(
    readonly service: RunningService,
    readonly client: RestClient,
    private readonly settings: Settings,
    private readonly browser: Browser,
    /** What no page may do, of all pages of this world. */
    readonly faults: Faults,
  ) {}

  static async open(
    environment: Readonly<Record<string, string>> = {},
    fill: (client: DemoClient) => Promise<unknown> = withDemo,
  ): Promise<ConsoleWorld> {
    execFileSync(process.execPath, ['apps/console/build.mjs', '--if-changed'], { cwd: ROOT });
    const service = await RunningService.start({ environment: { NOTIFICATION_NETWORKS: '127.0.0.1', ...environment } });
    const settings = loadSettings({ ...service.environment });
    const token = await issueOperatorToken({ user: 'admin', expiresInSeconds: 3600 }, settings);
    await fill(new DemoClient(service.baseUrl, token));
    const client = new RestClient(service.baseUrl, token);
    await client.get('/search/query?q=orders&refresh=true');
    return new ConsoleWorld(
      service,
      client,
      settings,
      await launchChromium(),
      new Faults(service.baseUrl, () => errorsOf(service)),
    );
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
  }

  /** A page of somebody who is not signed in. */
  async visitor(scheme: Scheme = 'light'): Promise<Page> {
    const page = await newVisitor(this.browser, this.service.baseUrl, scheme);
    this.faults.watch(page);
    return page;
  }

  /** What the link of a user ends with that signs in once. */
  ticket(user = 'admin'): Promise<string> {
    return issueSignInTicket({ user }, this.settings);
  }

  /** A page of a user who came by a link that signs in once. */
  async signedIn(user = 'admin', scheme: Scheme = 'light'): Promise<Page> {
    const page = await this.visitor(scheme);
    await page.goto(`/#ticket=${await this.ticket(user)}`);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    return page;
  }
}

/** Lines that the API has logged as errors. */
function errorsOf(service: RunningService): string {
  const lines = service.output('api').split('\n');
  return lines.filter((line) => line.includes('"level":"error"')).join('\n');
}

const SCHEMA = 'shop_warehouse.shop.sales';

/** Addresses of pages about the demo. */
export const contractPage = (table: string, tab?: string): string =>
  `/contract?fqn=${SCHEMA}.${table}.dataContract_${table}_contract${tab ? `&tab=${tab}` : ''}`;
export const assetPage = (table: string): string => `/asset?type=table&fqn=${SCHEMA}.${table}`;
export const lineagePage = (table: string): string => `/lineage?type=table&fqn=${SCHEMA}.${table}`;
