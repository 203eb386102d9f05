/**
 * The parts that the public API and the dashboard share: calls, envelopes, error responses, the check of a body's
 * shape, and the admission of callers. Must never: know a route, or a rule of either side.
 */
export { type AdmissionRequest, type AdmittedCall, admission } from './admission.ts';
export { checkShape } from './body-shape.ts';
export { beginCall, type Call, callOf, JSON_TYPE, noteTried } from './call.ts';
export { answerWith, answerWithEnvelope, envelopeOf, told } from './envelope.ts';
export { errorResponse, inWords, methodNotAllowed, notFound, refuseLeft, toAppError } from './errors.ts';
export { type Packed, packedResponse, packGzip, packText, textHeaders } from './packed.ts';
export { createPathTable, type KnownPath, type PathTable, pathOf } from './paths.ts';
export { Instant, type List, Pieces, Roubles, rewritten, shown } from './shown.ts';
export { createStrangers, type Strangers } from './strangers.ts';
export { countUnread, letAnswer, noteLarge, reserveAnswer } from './unread.ts';
export { CLOSED, ELSEWHERE, type Elsewhere, FileAnswer, maybe, nullable, OPEN, ownScalar } from './wire.ts';
