import { QueryError } from '../language/query-error';

/** The syntax that may be written: Lucene's core, anchored at both ends, said for people. */
const ALLOWED = 'allowed are . * + ? | ( ) [ ] { } and \\ before any other sign';

/** Operators of other dialects or of Lucene's extensions. */
const REFUSED = '^$~&<>#@"';

/** Most times that something is repeated, and most characters when it is written out: RE2 knows no more than 1,000. */
const MOST_REPEATS = 255;
const MOST_SIZE = 1_000;
/** Groups in groups. */
const MOST_DEPTH = 32;

/**
 * A regular expression in the form that every engine reads alike: literals lower-cased (and folded) by `form`, escapes only
 * where they are needed.
 * @throws {QueryError} that says what is not allowed, and where in the expression
 */
export function normalRegexp(expression: string, form: (text: string) => string): string {
  return new RegexpReader(Array.from(expression), form).read();
}

interface Piece {
  readonly text: string;
  /** How many characters it stands for, at most repeated and written out. */
  readonly size: number;
}

class RegexpReader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly units: readonly string[],
    private readonly form: (text: string) => string,
  ) {}

  read(): string {
    if (this.units.length === 0) return '';
    const { text } = this.alternatives();
    if (this.at < this.units.length) throw this.fault('this bracket closes nothing');
    return text;
  }

  private alternatives(): Piece {
    let all = this.sequence();
    while (this.accept('|')) {
      const next = this.sequence();
      all = { text: `${all.text}|${next.text}`, size: all.size + next.size };
    }
    return all;
  }

  private sequence(): Piece {
    let all: Piece = { text: '', size: 0 };
    while (this.at < this.units.length && this.next !== '|' && this.next !== ')') {
      const piece = this.repeated();
      all = { text: all.text + piece.text, size: all.size + piece.size };
      if (all.size > MOST_SIZE) throw this.fault(`it stands for more than ${MOST_SIZE} characters when written out`);
    }
    // Lucene wants the empty alternative to be said.
    return all.text === '' ? { text: '()', size: 1 } : all;
  }

  private repeated(): Piece {
    let piece = this.atom();
    for (let counted = false; ;) {
      if (this.next === '*' || this.next === '+' || this.next === '?') {
        if (counted) throw this.fault('what is repeated already needs brackets to be repeated again');
        piece = { text: piece.text + this.take(), size: piece.size };
      } else if (this.accept('{')) {
        if (counted) throw this.fault('what is repeated already needs brackets to be repeated again');
        piece = this.counted(piece);
      } else {
        return piece;
      }
      counted = true;
    }
  }

  private counted({ text, size }: Piece): Piece {
    const from = this.at;
    while (this.next !== undefined && this.next !== '}') this.at += 1;
    const bounds = this.units.slice(from, this.at).join('');
    const [, low = '', comma = '', high = ''] = /^(\d{1,3})(,?)(\d{0,3})$/.exec(bounds) ?? [];
    const most = Number(high || low);
    if (!this.accept('}') || low === '' || Number(low) > most || most > MOST_REPEATS || (high && !comma)) {
      throw this.fault(`a count is written {2}, {2,} or {2,5}, with numbers up to ${MOST_REPEATS}`);
    }
    return {
      text: `${text}{${Number(low)}${comma}${high && Number(high)}}`,
      size: Math.max(size, 1) * Math.max(most, 1),
    };
  }

  private atom(): Piece {
    const unit = this.take();
    if (unit === '(') return this.group();
    if (unit === '[') return { text: this.charClass(), size: 1 };
    if (unit === '.') return { text: '.', size: 1 };
    if (unit === '\\') return this.literal(this.escaped());
    if ('*+?{'.includes(unit)) throw this.fault(`nothing stands before ${unit} that it could repeat`, 1);
    if (']}'.includes(unit)) throw this.fault(`${unit} closes nothing; write \\${unit} for the character`, 1);
    if (REFUSED.includes(unit)) throw this.fault(`${unit} is not allowed; ${ALLOWED}`, 1);
    return this.literal(unit);
  }

  private group(): Piece {
    this.depth += 1;
    if (this.depth > MOST_DEPTH) throw this.fault(`more than ${MOST_DEPTH} brackets in brackets`);
    if (this.next === '?') throw this.fault(`(? is not allowed; ${ALLOWED}`);
    const { text, size } = this.alternatives();
    if (!this.accept(')')) throw this.fault('a ) is missing');
    this.depth -= 1;
    return { text: `(${text})`, size: Math.max(size, 1) };
  }

  /** A letter may be folded to several, which are one still for what repeats it. */
  private literal(letter: string): Piece {
    const letters = Array.from(this.form(letter));
    const text = letters.map(escapeLiteral).join('');
    return { text: letters.length === 1 ? text : `(${text})`, size: letters.length };
  }

  private charClass(): string {
    const isNegated = this.accept('^');
    let members = '';
    while (this.next !== ']') members += this.member();
    this.at += 1;
    if (members === '') throw this.fault('[] is empty', 1);
    return `[${isNegated ? '^' : ''}${members}]`;
  }

  private member(): string {
    const low = this.classUnit();
    if (this.next !== '-' || this.units[this.at + 1] === ']') return this.classLetter(low);
    this.at += 1;
    const high = this.classUnit();
    if ((low.codePointAt(0) ?? 0) > (high.codePointAt(0) ?? 0)) throw this.fault(`${low}-${high} is empty`);
    return `${classText(low)}-${classText(high)}${lowerRange(low, high)}`;
  }

  private classLetter(letter: string): string {
    const formed = this.form(letter);
    return classText(Array.from(formed).length === 1 ? formed : letter);
  }

  private classUnit(): string {
    const unit = this.take();
    if (unit === '') throw this.fault('a ] is missing');
    if (unit === '\\') return this.escaped();
    if (unit === '[' || unit === '&') throw this.fault(`in [ ] the sign ${unit} needs a backslash`, 1);
    return unit;
  }

  private escaped(): string {
    const unit = this.take();
    if (unit === '') throw this.fault('nothing stands behind the backslash');
    if (/[A-Za-z0-9]/.test(unit)) throw this.fault(`\\${unit} is not allowed; ${ALLOWED}`, 2);
    return unit;
  }

  private get next(): string | undefined {
    return this.units[this.at];
  }

  private take(): string {
    const { next = '' } = this;
    this.at += 1;
    return next;
  }

  private accept(unit: string): boolean {
    if (this.next !== unit) return false;
    this.at += 1;
    return true;
  }

  private fault(reason: string, back = 0): QueryError {
    const position = Math.min(this.at, this.units.length) - back;
    return new QueryError(
      `the regular expression cannot be read: ${reason} (at its character ${Math.max(position, 0)})`,
    );
  }
}

const escapeLiteral = (letter: string): string =>
  /[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/.test(letter) && letter !== '_' ? `\\${letter}` : letter;

const classText = (letter: string): string => (/[\\\]^\-[&]/.test(letter) ? `\\${letter}` : letter);

/** The small letters of the capitals that lie in a range: what is searched is lower-cased. */
function lowerRange(low: string, high: string): string {
  const from = low < 'A' ? 'A' : low;
  const to = high > 'Z' ? 'Z' : high;
  return from <= to ? `${from.toLowerCase()}-${to.toLowerCase()}` : '';
}
