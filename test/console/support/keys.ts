import type { Locator, Page } from 'playwright-core';

/** More places to stop than any page of the tests has. */
const MOST_STOPS = 250;

/** Somebody without a mouse: Tab leads to what is there, keys do the rest. */
export class Keys {
  constructor(private readonly page: Page) {}

  /** Presses Tab till the element has the focus; fails where it never comes to it. */
  async to(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await this.isAt(target)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(target)}`);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  /** In the place of what is in the box. */
  async type(target: Locator, text: string): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Takes an option of a list that opens at a box, after some of it was typed. */
  async choose(target: Locator, typed: string, option: string): Promise<void> {
    await this.to(target);
    if (typed) await this.page.keyboard.type(typed);
    else await this.page.keyboard.press('Enter');
    const wanted = this.page.getByRole('option', { name: option, exact: true });
    await wanted.waitFor();
    // A list that opens marks its first option by a timer of its own, which would take back a step made before it.
    await this.page.evaluate(() => new Promise((settled) => setTimeout(settled, 0)));
    for (let steps = 0; steps < MOST_STOPS; steps++) {
      if ((await wanted.getAttribute('data-combobox-selected')) !== null) break;
      await this.page.keyboard.press('ArrowDown');
    }
    await this.page.keyboard.press('Enter');
  }

  /** Takes an entry of the menu that a button opens. */
  async pick(button: Locator, name: string): Promise<void> {
    await this.press(button);
    const wanted = this.page.getByRole('menuitem', { name, exact: true });
    await wanted.waitFor();
    for (let steps = 0; steps < MOST_STOPS && !(await this.isAt(wanted)); steps++)
      await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
  }

  /** From one tab of a page to another one. */
  async tab(name: string): Promise<void> {
    const wanted = this.page.getByRole('tab', { name, exact: true });
    await this.to(this.page.getByRole('tab', { selected: true }));
    for (let steps = 0; steps < MOST_STOPS && !(await this.isAt(wanted)); steps++)
      await this.page.keyboard.press('ArrowRight');
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
  }

  private isAt(target: Locator): Promise<boolean> {
    return target.evaluate((element) => element === element.ownerDocument.activeElement);
  }
}
