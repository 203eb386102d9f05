import { JOIN_EN, JOIN_RU } from '../../../words/join.ts';
import { inBoth } from '../../../words/language.ts';
import type { GoodLink } from './link-page.tsx';

export const joinWords = inBoth(JOIN_EN, JOIN_RU);

export interface InvitationAbout {
  readonly workspace: string;
  readonly role: 'owner' | 'manager' | 'viewer' | 'orders' | 'courier';
  /** The inviter's name or e-mail; null if a command invited the person. */
  readonly invitedBy: string | null;
}

/** The account and the invitation behind a link. `way` is missing if the link only sets a new password. */
export interface AboutLink {
  readonly email: string;
  readonly passkeys?: number;
  readonly way?: 'new' | 'take' | 'sign_in' | 'unproved';
  readonly invitation?: InvitationAbout | null;
  /** The workspaces of the account that the person takes over. */
  readonly belongs?: readonly string[];
}

export interface LinkProps extends GoodLink {
  readonly about: AboutLink;
}
