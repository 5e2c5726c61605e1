import type { Page } from 'playwright-core';

/** What no page may do: errors in the console, exceptions, requests to another origin, breaches of the policy. */
export class Faults {
  private readonly found: string[] = [];
  private readonly expected: RegExp[] = [];

  /** @param errors what the service has logged as errors so far */
  constructor(
    private readonly origin: string,
    private readonly errors: () => string = () => '',
  ) {}

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text()))
        this.note(page, `${message.text()} ${message.location().url}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500 && response.status() !== 503)
        this.note(page, `${response.status()} of ${response.request().method()} ${response.url()}\n${this.errors()}`);
    });
    page.on('pageerror', ({ message }) => this.note(page, message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.origin}/`) && !/^(data|blob):/.test(url)) this.note(page, `request to ${url}`);
    });
  }

  /** A browser reports each refused request: one that a test provokes is no fault. */
  expect(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** All faults so far, which are forgotten then. */
  take(): string[] {
    return this.found.splice(0).filter((fault) => !this.expected.some((pattern) => pattern.test(fault)));
  }

  private note(page: Page, text: string): void {
    this.found.push(`${page.url().replace(/#.*/, '')}: ${text}`);
  }
}
