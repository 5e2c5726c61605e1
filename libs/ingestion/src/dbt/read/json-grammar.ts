type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/** Maximum depth of open containers: each takes memory. */
export const MOST_LEVELS = 100_000;

/** Whether the tokens of a JSON text follow each other as they may. Each method is one token; false where it does not fit. */
export class JsonGrammar {
  /** The open containers, the outermost first: whether each is an object. */
  private readonly open: boolean[] = [];
  private expected: Expected = 'value';

  get depth(): number {
    return this.open.length;
  }

  get isTooDeep(): boolean {
    return this.open.length > MOST_LEVELS;
  }

  /** Whether the value has ended. */
  get isWhole(): boolean {
    return this.expected === 'nothing';
  }

  get keyIsNext(): boolean {
    return this.expected === 'key' || this.expected === 'key or end';
  }

  begin(isObject: boolean): boolean {
    if (!this.valueIsNext) return false;
    this.open.push(isObject);
    this.expected = isObject ? 'key or end' : 'value or end';
    return true;
  }

  end(isObject: boolean): boolean {
    const mayEnd = this.expected === 'comma or end' || this.expected === (isObject ? 'key or end' : 'value or end');
    if (!mayEnd || this.open.pop() !== isObject) return false;
    this.valueEnded();
    return true;
  }

  comma(): boolean {
    if (this.expected !== 'comma or end') return false;
    this.expected = this.open.at(-1) ? 'key' : 'value';
    return true;
  }

  colon(): boolean {
    if (this.expected !== 'colon') return false;
    this.expected = 'value';
    return true;
  }

  key(): boolean {
    if (!this.keyIsNext) return false;
    this.expected = 'colon';
    return true;
  }

  /** A string, a number or a literal. */
  scalar(): boolean {
    if (!this.valueIsNext) return false;
    this.valueEnded();
    return true;
  }

  private get valueIsNext(): boolean {
    return this.expected === 'value' || this.expected === 'value or end';
  }

  private valueEnded(): void {
    this.expected = this.open.length === 0 ? 'nothing' : 'comma or end';
  }
}
