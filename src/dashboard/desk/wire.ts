import { Kind, type Static, type TObject, type TProperties, type TSchema, TypeRegistry } from '@sinclair/typebox';
import { t } from 'elysia';
import { LANGUAGES } from '../../base/index.ts';
import { CLOSED, Instant, type List, nullable } from '../../web/index.ts';

/**
 * Pieces of the models of what the pages send and are answered. An answer's model is a promise to the compiler, and to
 * the tests, which hold every answer against it. The server does not look at what it sends, for that would cost time. A
 * word that an older version left in the file would also turn a page that works into a fault.
 */

const ANSWER = 'DashboardAnswer';
TypeRegistry.Set(ANSWER, () => true);

/** A change that names nothing would change nothing. */
export const SOME = { ...CLOSED, minProperties: 1 } as const;

export const closed = <T extends TProperties>(properties: T): TObject<T> => t.Object(properties, CLOSED);
export const list = <T extends TSchema>(of: T) => t.Unsafe<readonly Static<T>[]>(t.Array(of)) as List<T>;
export const byName = <T extends TSchema>(of: T) =>
  t.Unsafe<Readonly<Record<string, Static<T>>>>(t.Record(t.String(), of));
/** One of these words. Not t.UnionEnum, which takes its first value where none was sent. */
export const oneOf = <const T extends string>(words: readonly T[]) =>
  t.Unsafe<T>(t.Union(words.map((one) => t.Literal(one))));
/** A text out of a closed set of the server's own. */
export const word = <T extends string>() => t.Unsafe<T>(t.String());
/** A value made elsewhere in the server, whose shape is known. */
export const given = <T>() => t.Unsafe<T>(t.Any());

export const Text = t.String();
export const MaybeText = nullable(Text);
export const Count = t.Integer();
export const MaybeCount = nullable(Count);
export const MaybeInstant = nullable(Instant);

export const ChosenLanguage = oneOf(LANGUAGES);

export const answers = <T extends TSchema>(data: T) => t.Unsafe<Static<T>>({ [Kind]: ANSWER, data });

/** The workspace that the person has joined or made. */
export const InWorkspace = answers(closed({ workspaceId: Text }));

/** The body of a change that needs nothing said. */
export const Nothing = t.Object({}, CLOSED);
/** The answer of a change that returns nothing. */
export const Done = t.Unsafe<void>({ [Kind]: ANSWER, data: Nothing });
/** A file; or, to anyone who asks first whether they may have it, that they may. */
export const FileOrDone = t.Unsafe<Response | undefined>({ [Kind]: ANSWER, data: Nothing });
