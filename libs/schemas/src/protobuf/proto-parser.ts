import type { Options, ProtoEnum, ProtoExtension, ProtoField, ProtoFile, ProtoMessage, ProtoType } from './proto-file';
import { TokenStream } from './token-stream';
import type { Token } from './tokens';

const LABELS = new Set(['optional', 'required', 'repeated']);
const NO_OPTIONS: Readonly<Options> = new Map();

/** @throws {TextFault} where the text is no file of Protobuf */
export function parseProto(text: string): ProtoFile {
  return new ProtoParser(new TokenStream(text)).file();
}

/** Reads declarations in one pass over the tokens; names are resolved afterwards. */
class ProtoParser {
  private readonly types = new Map<string, ProtoType>();
  private readonly messages: ProtoMessage[] = [];
  private readonly extensions: ProtoExtension[] = [];
  private readonly imports: string[] = [];
  private readonly fileOptions = new Map<string, string>();
  private package = '';
  private syntax = 'proto2';

  constructor(private readonly tokens: TokenStream) {}

  file(): ProtoFile {
    while (!this.tokens.isAtEnd) if (!this.tokens.takes(';')) this.topLevel();
    const { package: name, syntax, imports, types, messages, extensions, fileOptions: options } = this;
    return { package: name, syntax, imports, options, types, messages, extensions };
  }

  private topLevel(): void {
    const word = this.tokens.peek();
    if (word === 'message') return void this.messages.push(this.message(this.package));
    if (word === 'enum') return this.enumeration(this.package);
    if (word === 'extend') return this.extend(this.package);
    if (word === 'service') return this.tokens.skip();
    if (word === 'option') return this.option(this.fileOptions);
    const keyword = this.tokens.take();
    if (word === 'package') this.package = this.tokens.name('the name of a package', true).text;
    else if (word === 'syntax' || word === 'edition') {
      this.tokens.expect('=');
      this.syntax = unquoted(this.tokens.take().text);
    } else if (word === 'import') {
      if (!this.tokens.takes('public') && !this.tokens.takes('weak')) this.tokens.takes('option');
      this.imports.push(unquoted(this.tokens.take().text));
    } else throw this.tokens.unexpected(keyword, 'a declaration');
    this.tokens.expect(';');
  }

  private message(scope: string): ProtoMessage {
    const { comment } = this.tokens.expect('message');
    const { text } = this.tokens.name('the name of a message');
    return this.body(`${scope && `${scope}.`}${text}`, comment);
  }

  private body(fullName: string, description: string | undefined): ProtoMessage {
    const message: ProtoMessage = { kind: 'message', fullName, description, fields: [] };
    this.types.set(fullName, message);
    this.tokens.block(() => this.member(fullName, message.fields));
    return message;
  }

  private member(scope: string, fields: ProtoField[]): void {
    const [word, following] = [this.tokens.peek(), this.tokens.peek(1)];
    // A field may have the name of a keyword as its type: it is followed by a name and a number.
    const isField = this.tokens.peek(2) === '=';
    if (word === 'message' && !isField) return void this.message(scope);
    if (word === 'enum' && !isField) return this.enumeration(scope);
    if (word === 'extend' && !isField) return this.extend(scope);
    if (word === 'oneof' && !isField) return this.oneof(scope, fields);
    if (word === 'option' || word === 'extensions' || word === 'reserved')
      if (!isField || following === '(') return this.tokens.skip();
    fields.push(this.field(scope, false));
  }

  private oneof(scope: string, fields: ProtoField[]): void {
    this.tokens.expect('oneof');
    this.tokens.name('the name of a oneof');
    this.tokens.block(() => {
      if (this.tokens.peek() === 'option') this.tokens.skip();
      else fields.push(this.field(scope, true));
    });
  }

  private extend(scope: string): void {
    this.tokens.expect('extend');
    const extended = this.tokens.name('the name of a message', true).text;
    this.tokens.block(() => this.extensions.push({ extended, scope, field: this.field(scope, false) }));
  }

  private field(scope: string, isInOneof: boolean): ProtoField {
    const first = this.tokens.take();
    const isLabel = LABELS.has(first.text) && this.tokens.peek(1) !== '=';
    const label = (isLabel ? first.text : 'none') as ProtoField['label'];
    const type = isLabel ? this.tokens.take() : first;
    if (type.text === 'map' && this.tokens.peek() === '<') return this.map(first, isInOneof);
    if (type.text === 'group' && /^[A-Z]/.test(this.tokens.peek() ?? ''))
      return this.group(scope, label, first, isInOneof);
    if (!/^\.?[A-Za-z_][\w.]*$/.test(type.text)) throw this.tokens.unexpected(type, 'a type');
    return this.named(first, { type: type.text, label, isInOneof });
  }

  private map(first: Token, isInOneof: boolean): ProtoField {
    this.tokens.expect('<');
    const keyType = this.tokens.name('the type of keys', true).text;
    this.tokens.expect(',');
    const type = this.tokens.name('the type of values', true).text;
    this.tokens.expect('>');
    return this.named(first, { type, keyType, label: 'none', isInOneof });
  }

  /** The rest of a field: its name, number and options. */
  private named(first: Token, field: Omit<ProtoField, 'name' | 'options'>): ProtoField {
    const name = this.tokens.name('the name of a field').text;
    this.tokens.expect('=');
    this.tokens.take();
    const options = this.tokens.peek() === '[' ? this.options() : NO_OPTIONS;
    const { trailing } = this.tokens.expect(';');
    return { ...field, name, options, description: first.comment ?? trailing };
  }

  /** A message and a field of it in one, as proto2 had them. */
  private group(scope: string, label: ProtoField['label'], first: Token, isInOneof: boolean): ProtoField {
    const { text } = this.tokens.name('the name of a group');
    this.tokens.expect('=');
    this.tokens.take();
    const options = this.tokens.peek() === '[' ? this.options() : NO_OPTIONS;
    this.body(`${scope}.${text}`, first.comment);
    return { name: text.toLowerCase(), type: text, label, isInOneof, options, description: first.comment };
  }

  private enumeration(scope: string): void {
    this.tokens.expect('enum');
    const { text } = this.tokens.name('the name of an enum');
    const fullName = `${scope && `${scope}.`}${text}`;
    const made: ProtoEnum = { kind: 'enum', fullName, values: [] };
    this.types.set(fullName, made);
    this.tokens.block(() => {
      const word = this.tokens.peek() ?? '';
      if (this.tokens.peek(1) === '=') made.values.push(word);
      this.tokens.skip();
    });
  }

  private option(options: Map<string, string>): void {
    this.tokens.expect('option');
    this.assignment(options, ';');
    this.tokens.expect(';');
  }

  private options(): Options {
    const options = new Map<string, string>();
    this.tokens.expect('[');
    do this.assignment(options, ',', ']');
    while (this.tokens.takes(','));
    this.tokens.expect(']');
    return options;
  }

  /** `name = value`, up to one of the ends; a value in braces is passed by. */
  private assignment(options: Map<string, string>, ...ends: readonly string[]): void {
    let name = '';
    while (this.tokens.peek() !== '=') name += this.tokens.take().text;
    this.tokens.expect('=');
    let value = '';
    let depth = 0;
    while (depth > 0 || !ends.includes(this.tokens.peek() ?? '')) {
      const { text } = this.tokens.take();
      if (text === '{' || text === '[') depth++;
      if (text === '}' || text === ']') depth--;
      if (value.length < 1_000) value += text;
    }
    options.set(name, value);
  }
}

function unquoted(text: string): string {
  return text.slice(1, -1);
}
