import { isRefusal, Refusal } from './refusal.ts';

/** @param message in the reader's language */
export const wrongField = (path: string, message: string): Refusal =>
  new Refusal('wrong_field', '', '', [{ path, rule: '', message }]);

/** Returns a handler for `catch` that shows a refusal with this code at a field of the form. @throws Refusal */
export const atField =
  (code: string, path: string, message: string) =>
  (error: unknown): never => {
    throw isRefusal(error, code) ? wrongField(path, message) : error;
  };
