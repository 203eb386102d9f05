import { createHmac } from 'node:crypto';
import type { CustomAuthenticationContext } from 'nodemailer/lib/smtp-connection';

/**
 * Signs in by CRAM-MD5 (RFC 2195) in place of nodemailer (10.6.0), which reads the challenge in quadratic time. A
 * hostile mail server could hold up the thread for a minute.
 * @throws Error if the server refuses
 */
export async function signInByCramMd5({ auth, sendCommand }: CustomAuthenticationContext): Promise<void> {
  const { user, pass } = auth.credentials;
  const asked = await sendCommand('AUTH CRAM-MD5');
  if (asked.status !== 334) throw new Error('the server sent no challenge');
  const digest = createHmac('md5', pass).update(Buffer.from(asked.text, 'base64')).digest('hex');
  const { status } = await sendCommand(Buffer.from(`${user} ${digest}`).toString('base64'));
  if (status !== 235) throw new Error('the server refused the password');
}
