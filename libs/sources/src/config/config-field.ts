/** The part of a connection string that a member is, such as `?sslmode` of its parameters. */
type UrlPart = 'host' | 'user' | 'password' | 'path' | `?${string}`;

interface FieldBase {
  readonly title: string;
  readonly description?: string;
  /** Given once, and never answered: what is stored is shown as a mask. */
  readonly secret?: true;
  /** Masked as well, since it stands below a member that is a secret. */
  readonly masked?: true;
  readonly required?: true;
  /** Whether it says where a connection leads, and as whom; `later` distinguishes connections only if it is given, since it was added later. */
  readonly target?: true | 'later';
  /** Another member that is required beside it. */
  readonly needs?: string;
  /** Another place of a member, which is read and not asked for. */
  readonly deprecated?: true;
  readonly url?: UrlPart;
}

export interface TextField extends FieldBase {
  readonly type: 'text';
  /** Without flags: schemas have none. */
  readonly pattern?: RegExp;
  /** The message where the text does not match. */
  readonly must?: string;
  readonly words?: readonly string[];
  readonly standard?: string;
}

export interface FlagField extends FieldBase {
  readonly type: 'flag';
  readonly standard: boolean;
}

/** A name or an address, perhaps with a port. */
export interface HostField extends FieldBase {
  readonly type: 'host';
  readonly port: number;
  /** Whether `https://` or `http://` may stand before it. */
  readonly allowsScheme?: true;
}

/** A certificate or a key, as a text. */
export interface PemField extends FieldBase {
  readonly type: 'pem';
}

/** A value that only its engine understands, by its schema. */
interface OwnField extends FieldBase {
  readonly type: 'own';
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A list of objects with fields of their own. */
export interface ListField extends FieldBase {
  readonly type: 'list';
  readonly of: ConfigFields;
  readonly most: number;
}

export type ConfigField = TextField | FlagField | HostField | PemField | OwnField | ListField;

/**
 * The members of `connection.config` that an engine reads, by their paths. Its reader takes no other path, the JSON schema of its kind is
 * written from them, and their order is that of forms. **The order of targets is part of the digest of stored connections.**
 */
export type ConfigFields = Readonly<Record<string, ConfigField>>;

/** Members that say where a connection leads and as whom, in their order. */
export const targetsOf = (fields: ConfigFields, target: true | 'later' = true): readonly string[] =>
  Object.keys(fields).filter((path) => fields[path]!.target === target);

/** The members of `sslConfig`, which the engines share that speak TLS by certificates of their own. */
export const SSL_CONFIG = {
  'sslConfig.caCertificate': {
    type: 'pem',
    title: 'CA certificate',
    description: 'The authority that signs the certificate of the server, as a PEM text',
    target: true,
  },
  'sslConfig.sslCertificate': {
    type: 'pem',
    title: 'Client certificate',
    description: 'By which the server knows this client, as a PEM text',
    target: true,
    needs: 'sslConfig.sslKey',
  },
  'sslConfig.sslKey': {
    type: 'pem',
    title: 'Client key',
    description: 'The private key of the client certificate, as a PEM text',
    secret: true,
  },
} as const satisfies ConfigFields;
