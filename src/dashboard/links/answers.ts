import { t } from 'elysia';
import type { describeLink, Role } from '../../people/index.ts';
import { answers, Count, closed, list, nullable, Text, word } from '../desk/index.ts';

/** `isHeld` is true if the link opens the review of restored access instead of the set-up form. */
export const SetupLinkAnswer = answers(closed({ isHeld: t.Boolean() }));

type Way = ReturnType<typeof describeLink>['way'];
const Invitation = closed({ workspace: Text, role: word<Role>(), invitedBy: nullable(Text) });
/** The purpose of a link: a new password for an account, or joining a workspace. */
export const LinkAnswer = answers(
  t.Union([
    closed({ email: Text, passkeys: Count }),
    closed({ way: word<Way>(), email: Text, invitation: nullable(Invitation), belongs: list(Text) }),
  ]),
);
