import { createTransport, type Transporter } from 'nodemailer';
import type { Settings } from '@app/config';

/** For each step of a conversation with the server, in ms. */
const STEP_MS = 10_000;

export interface Mail {
  /** The same for each try, so that a mail that was taken twice is seen to be one. */
  readonly id: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Sends mails by the server of the settings. */
export class Mailer {
  private readonly transport: Transporter | undefined;
  private readonly from: string;

  constructor({ smtpUrl, smtpFrom }: Pick<Settings, 'smtpUrl' | 'smtpFrom'>) {
    this.from = smtpFrom;
    const steps = { connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS };
    // Texts and names are not read as paths of files or addresses to fetch.
    const closed = { disableFileAccess: true, disableUrlAccess: true };
    this.transport = smtpUrl === undefined ? undefined : createTransport({ url: smtpUrl, ...steps, ...closed });
  }

  /** Whether there is a server to send by. */
  get isReady(): boolean {
    return this.transport !== undefined;
  }

  /** @throws {Error} where the server did not take it for every recipient */
  async send({ id, recipients, subject, text }: Mail): Promise<void> {
    if (!this.transport) throw new Error('SMTP_URL is not set');
    const [, domain = 'localhost'] = this.from.split('@');
    const { rejected = [] } = await this.transport.sendMail({
      from: this.from,
      to: [...recipients],
      messageId: `<${id}@${domain.replace(/>.*$/, '')}>`,
      subject,
      text,
    });
    if (rejected.length)
      throw new Error(`the mail server refused ${rejected.length} of ${recipients.length} recipients`);
  }

  close(): void {
    this.transport?.close();
  }
}
