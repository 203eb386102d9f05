import { computed } from '@preact/signals';
import { JOIN_EN, JOIN_RU, type JoinWords } from '../../../words/join.ts';
import { language } from '../../../words/language.ts';

export const joinWords = computed<JoinWords>(() => (language.value === 'ru' ? JOIN_RU : JOIN_EN));

export interface InvitationAbout {
  readonly workspace: string;
  readonly role: 'owner' | 'manager' | 'viewer' | 'orders' | 'courier';
  /** Name or e-mail; null: a command did. */
  readonly invitedBy: string | null;
}

/** The server's facts on a link: no `way` of one that sets a new password and nothing else. */
export interface AboutLink {
  readonly email: string;
  readonly passkeys?: number;
  readonly way?: 'new' | 'take' | 'sign_in' | 'unproved';
  readonly invitation?: InvitationAbout | null;
  /** Workspaces that an account belongs to which is being taken over. */
  readonly belongs?: readonly string[];
}

export interface LinkProps {
  readonly token: string;
  readonly about: AboutLink;
  readonly refuse: (error: unknown) => void;
}
