/**
 * The building blocks of the pages' request and answer models. Only the compiler and tests check answers. A check by
 * the server would cost time and could refuse data that an older Docket stored.
 */

import {
  Kind,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
  TypeRegistry,
} from '@sinclair/typebox';
import { t } from 'elysia';
import { LANGUAGES } from '../../base/index.ts';
import { CLOSED, type List } from '../../web/index.ts';

const ANSWER = 'DashboardAnswer';
TypeRegistry.Set(ANSWER, () => true);

export const SOME = { ...CLOSED, minProperties: 1 } as const;

export const closed = <T extends TProperties>(properties: T): TObject<T> => t.Object(properties, CLOSED);
export const list = <T extends TSchema>(of: T) => t.Unsafe<readonly Static<T>[]>(t.Array(of)) as List<T>;
export const byName = <T extends TSchema>(of: T) =>
  t.Unsafe<Readonly<Record<string, Static<T>>>>(t.Record(t.String(), of));
/** Returns a model that accepts only these words. With t.UnionEnum, a missing value would become the first word. */
export const oneOf = <const T extends string>(words: readonly T[]) =>
  t.Unsafe<T>(t.Union(words.map((one) => t.Literal(one))));
/** Returns the model of a text that the server chooses from a fixed set. */
export const word = <T extends string>() => t.Unsafe<T>(t.String());
/** Returns a model of type `T` that accepts anything: the server makes the value, so only the compiler checks it. */
export const given = <T>() => t.Unsafe<T>(t.Any());

export const Text = t.String();
export const Count = Type.Integer();

export const ChosenLanguage = oneOf(LANGUAGES);

interface Answer<T extends TSchema> extends TUnsafe<Static<T>> {
  readonly data: T;
}
export const answers = <T extends TSchema>(data: T) => t.Unsafe({ [Kind]: ANSWER, data }) as Answer<T>;

/** The id of a thing that the call created. */
export const Made = answers(closed({ id: Text }));
export const InWorkspace = answers(closed({ workspaceId: Text }));

export const Nothing = t.Object({}, CLOSED);
export const Format = t.Optional(oneOf(['csv', 'xlsx']));
export const FileQuery = t.Object({ format: Format }, CLOSED);
export const Done = t.Unsafe<void>({ [Kind]: ANSWER, data: Nothing });
/** A file, or an empty answer if the page only asked whether it may have the file. */
export const FileOrDone = t.Unsafe<Response | undefined>({ [Kind]: ANSWER, data: Nothing });
