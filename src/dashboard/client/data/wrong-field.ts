import { isRefusal, Refusal } from './refusal.ts';

/** A fault of a field that a page itself finds, in its reader's words. */
export const wrongField = (path: string, message: string): Refusal =>
  new Refusal('wrong_field', '', '', [{ path, rule: '', message }]);

/** For `catch`: shows a refusal with this code at a field of the form. @throws Refusal */
export const atField =
  (code: string, path: string, message: string) =>
  (error: unknown): never => {
    throw isRefusal(error, code) ? wrongField(path, message) : error;
  };
