import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Maps lower-case header names to values. Folded lines are joined. */
  headers: Record<string, string>;
  body: string;
}

export interface MailServerOptions {
  /** The port on 127.0.0.1; 0 picks a free one. */
  port?: number;
  /** The error code with which the server greets every connection. */
  greeting?: number;
  /** The error code with which the server refuses every recipient, e.g. 550. */
  recipient?: number;
  /** The error code with which the server refuses an email whose text contains "forbidden". */
  forbidden?: number;
  /** The server accepts no email until this promise resolves. */
  held?: Promise<void>;
  /** The text after the code in a refusal. */
  words?: string;
  /** The authentication methods that the server offers; by default PLAIN and LOGIN. */
  authMethods?: string[];
  /**
   * The only name that the server accepts in EHLO. If a client gives another name, the server refuses the sender with
   * code 504.
   */
  client?: string;
  /** The only account that may send emails. By default, anyone may send emails. */
  account?: { user: string; password: string };
}

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  refusals: () => number;
  /** The number of emails that the server has received in full, whether or not it accepted them. */
  received: () => number;
  stop: () => Promise<void>;
}

/** Starts a real SMTP server without encryption. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const {
    port = 0,
    greeting,
    recipient,
    forbidden,
    held,
    words = 'Not here',
    authMethods,
    client,
    account,
  } = options;
  const mails: ReceivedMail[] = [];
  let refused = 0;
  let received = 0;
  /** With a code, counts a refusal and returns the error to refuse with. Without one, returns null. */
  const refusal = (responseCode?: number) => {
    if (responseCode === undefined) return null;
    refused += 1;
    return Object.assign(new Error(words), { responseCode });
  };
  const server = new SMTPServer({
    authOptional: account === undefined,
    ...(authMethods && { authMethods }),
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === account?.user && password === account?.password) done(null, { user: username });
      else done(new Error('Wrong account'));
    },
    onConnect: (_session, done) => done(refusal(greeting)),
    onMailFrom: (_address, { hostNameAppearsAs }, done) =>
      done(refusal(client === undefined || hostNameAppearsAs === client ? undefined : 504)),
    onRcptTo: (_address, _session, done) => done(refusal(recipient)),
    onData(stream, { envelope }, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        received += 1;
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        void Promise.resolve(held).then(() => {
          const mail = { from, to, ...parseMail(raw) };
          const error = refusal(mail.body.includes('forbidden') ? forbidden : undefined);
          if (!error) mails.push(mail);
          done(error);
        });
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    refusals: () => refused,
    received: () => received,
    stop: () => new Promise((done) => server.close(done)),
  };
}

function parseMail(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const [head = '', ...parts] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').matchAll(/^([^:\r\n]+): *(.*)$/gm);
  const headers = Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  );
  return { headers, body: decodeQuotedPrintable(parts.join('\r\n\r\n')) };
}

/** Quoted-printable works like percent-encoding, but with `=` instead of `%`. */
function decodeQuotedPrintable(text: string): string {
  const encoded = text.replace(/=\r\n/g, '').replace(/%/g, '%25');
  return decodeURIComponent(encoded.replace(/=([0-9A-F]{2})/g, '%$1'));
}
