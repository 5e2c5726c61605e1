import { groupBy } from '@app/common';
import { enumOf, listOf, mapOf, nullable, record, unknownType } from '../reading/field-types';
import type { Reading } from '../reading/reading';
import type { FieldType, Member, Root } from '../reading/schema-field';
import { placeIn, TextFault } from '../reading/text-fault';
import type { ProtoExtension, ProtoField, ProtoFile, ProtoMessage, ProtoType } from './proto-file';
import { parseProto } from './proto-parser';
import { scalarType, wellKnownType } from './scalar-types';

/**
 * A file of proto2, proto3 or an edition. Of several messages it is the first that no other message of the file has as a field; where each
 * is one of another, the first. Imports are not followed: what they define becomes a word.
 *
 * @throws {TextFault}
 */
export function readProtobuf(text: string, reading: Reading): Root {
  const file = parsed(text);
  const reader = new ProtobufReader(reading, file);
  const root = reader.main();
  if (!root) throw new TextFault('has no message');
  return { name: shortName(root.fullName), description: root.description, type: reader.message(root) };
}

function parsed(text: string): ProtoFile {
  try {
    return parseProto(text);
  } catch (error) {
    if (!(error instanceof TextFault) || error.at === undefined) throw error;
    throw new TextFault(`is no file of Protobuf: it ${error.message} (${placeIn(text, error.at)})`);
  }
}

class ProtobufReader {
  private readonly extensions: ReadonlyMap<ProtoType | undefined, readonly ProtoExtension[]>;
  /** The messages around the field that is being read. */
  private readonly open = new Set<ProtoMessage>();

  constructor(
    private readonly reading: Reading,
    private readonly file: ProtoFile,
  ) {
    this.extensions = groupBy(file.extensions, ({ extended, scope }) => this.resolve(extended, scope));
  }

  main(): ProtoMessage | undefined {
    const used = new Set<ProtoType>();
    for (const type of this.file.types.values())
      for (const field of type.kind === 'message' ? type.fields : []) {
        const found = scalarType(field.type) ? undefined : this.resolve(field.type, type.fullName);
        if (found && found !== type) used.add(found);
      }
    return this.file.messages.find((message) => !used.has(message)) ?? this.file.messages[0];
  }

  message(message: ProtoMessage): FieldType {
    // A message inside of itself: its fields are those further up.
    if (this.open.has(message)) return record([]);
    this.open.add(message);
    const extensions = this.extensions.get(message)?.map(({ field }) => field) ?? [];
    const fields = [...message.fields, ...extensions];
    const children = this.reading.fieldsOf(fields.map((field) => this.member(field, message.fullName)));
    this.open.delete(message);
    return record(children);
  }

  private member(field: ProtoField, scope: string): Member {
    const { name, description } = field;
    return { name, description, isOptional: this.isOptional(field), type: () => this.type(field, scope) };
  }

  /** Whether a reader can detect that it is absent: otherwise it reads the default value of its type. A list or map may be empty. */
  private isOptional({ label, isInOneof, keyType, options }: ProtoField): boolean {
    if (label === 'repeated' || keyType !== undefined || label === 'required') return false;
    if (isInOneof || label === 'optional') return true;
    if (this.file.syntax === 'proto3') return false;
    const presence = options.get('features.field_presence') ?? this.file.options.get('features.field_presence');
    return presence !== 'IMPLICIT' && presence !== 'LEGACY_REQUIRED';
  }

  private type({ type, label, keyType }: ProtoField, scope: string): FieldType {
    const value = this.reading.type(() => this.named(type, scope));
    if (keyType !== undefined) return mapOf(this.named(keyType, scope), value);
    if (label === 'repeated') return listOf(value);
    return label === 'required' ? { ...value, isNullable: false } : value;
  }

  private named(name: string, scope: string): FieldType {
    const found = scalarType(name);
    if (found) return found;
    const type = this.resolve(name, scope);
    if (type) return type.kind === 'enum' ? enumOf(type.values) : nullable(this.message(type));
    const known = wellKnownType(name);
    if (known) return known;
    const imports = this.file.imports.length ? '; imports are not followed' : '';
    this.reading.note(`Its type ${name} is not defined in the text${imports}`);
    return nullable(unknownType(name.replace(/^\./, '')));
  }

  /** A name counts from the innermost scope outwards; one that begins with a dot is a full name. */
  private resolve(name: string, scope: string): ProtoType | undefined {
    if (name.startsWith('.')) return this.file.types.get(name.slice(1));
    for (let around = scope; ; around = around.slice(0, Math.max(0, around.lastIndexOf('.')))) {
      this.reading.spend(1);
      const type = this.file.types.get(around ? `${around}.${name}` : name);
      if (type || !around) return type;
    }
  }
}

function shortName(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf('.') + 1);
}
