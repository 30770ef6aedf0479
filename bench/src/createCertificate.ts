import { execFile } from 'node:child_process';
import { X509Certificate, createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate of this run's own. */
export interface Certificate {
  key: Buffer;
  cert: Buffer;
  /** SHA-256 of its public key, base64: how a browser is told to trust this one, and so to cache what it vouches for. */
  fingerprint: string;
}

/**
 * Makes a self-signed certificate for 127.0.0.1.
 *
 * @param directory where its files go
 * @throws Error if there is no openssl
 */
export async function createCertificate(directory: string): Promise<Certificate> {
  const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-x509', '-nodes', '-days', '2', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile], {
    timeout: 30_000,
  }).catch((cause: unknown) => {
    throw new Error('No certificate can be made: openssl is needed. On Debian: apt-get install openssl', {
      cause,
    });
  });
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile)]);
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, fingerprint: createHash('sha256').update(publicKey).digest('base64') };
}
