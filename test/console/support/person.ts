import type { Locator, Page } from 'playwright-core';

/** A user of a page, by what they click and read. */
export class Person {
  constructor(readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  }

  /** From any page to another one of the navigation. */
  async open(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await this.heading(name);
  }

  /** To an entity by the box of the shell, from the beginning of its name. */
  async find(typed: string, fqn: string): Promise<void> {
    await this.page.keyboard.press('/');
    await this.page.keyboard.type(typed);
    await this.page
      .getByRole('option')
      .filter({ has: this.page.getByText(fqn, { exact: true }) })
      .first()
      .click();
    await this.heading(fqn.split('.').at(-1) ?? fqn);
  }

  /** Follows the first link to an entity. */
  follow(fqn: string): Promise<void> {
    return this.page.getByRole('main').locator(`a[href$="fqn=${fqn}"]`).first().click();
  }

  /** To a contract by the filter of the list of all. */
  async openContract(name: string, fqn: string): Promise<void> {
    await this.open('Contracts');
    await this.page.getByRole('textbox', { name: /name/i }).first().fill(name);
    // The list follows what is typed, and its rows move then.
    await this.page.waitForURL((url) => url.searchParams.get('text') === name);
    await this.follow(fqn);
    await this.heading(name);
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
    await this.page.getByRole('tabpanel', { name, exact: true }).waitFor();
  }

  row(table: string, text: string | RegExp): Locator {
    return this.page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });
  }

  /** Presses a button that asks by a dialog, fills that, and confirms it by the button of the same name. */
  async act(within: Locator, action: string, fill: () => Promise<unknown> = async () => undefined): Promise<void> {
    await within.getByRole('button', { name: action, exact: true }).first().click();
    await fill();
    await this.confirm(action);
  }

  async confirm(label: string): Promise<void> {
    await this.dialog.getByRole('button', { name: label, exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  async choose(field: string, option: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: field }).click();
    await this.dialog.getByRole('option', { name: option, exact: true }).click();
  }

  write(field: string, text: string): Promise<void> {
    return this.dialog.getByRole('textbox', { name: field }).fill(text);
  }

  /** Waits for a notice of what has happened. */
  said(text: string | RegExp): Promise<void> {
    return this.page.getByRole('status', { name: 'What happened' }).getByText(text).first().waitFor();
  }

  /** Waits for it, and rests the pointer on it: so it stays until it is taken back. */
  async keeps(text: string): Promise<void> {
    await this.said(text);
    await this.page.getByRole('status', { name: 'What happened' }).getByText(text).first().hover();
  }

  undo(): Promise<void> {
    return this.page
      .getByRole('status', { name: 'What happened' })
      .getByRole('button', { name: 'Undo' })
      .last()
      .click();
  }
}
