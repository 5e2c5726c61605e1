/** Characters other than those that every file system and every header takes as they are. */
const UNSAFE = /[^A-Za-z0-9._-]+/g;
/** Characters that RFC 5987 wants encoded, and `encodeURIComponent` leaves. */
const LEFT = /['()*!]/g;
/** Characters of an FQN in a name: file systems take 255 bytes. */
const LONGEST = 60;

/**
 * A Content-Disposition (RFC 6266) that names a file `<prefix>-<FQN>.<extension>`: in plain characters for every
 * client, and by RFC 5987 with all its characters for clients that support it. None of its characters can end the
 * header, the quotes or the folder name.
 */
export function attachment(prefix: string, fqn: string, extension: string): string {
  const plain = cut(fqn.replace(UNSAFE, '_'));
  // A slash or a backslash would name a folder.
  const full = cut(fqn.replace(/[/\\:*?"<>|\p{C}]+/gu, '_'));
  const encoded = encodeURIComponent(`${prefix}-${full}.${extension}`).replace(
    LEFT,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${prefix}-${plain}.${extension}"; filename*=UTF-8''${encoded}`;
}

/** By whole characters; without dots at its end. */
function cut(text: string): string {
  return [...text].slice(0, LONGEST).join('').replace(/\.+$/, '');
}
