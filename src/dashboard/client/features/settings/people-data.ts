import { ask } from '../../data/api.ts';
import { here, me } from '../../data/me.ts';

export const peopleOf = () => here().people;

export const loadPeople = () => ask(peopleOf().get());

export type Person = Awaited<ReturnType<typeof loadPeople>>['people'][number];
export type Role = Person['role'];
export const ROLES: readonly Role[] = ['owner', 'manager', 'viewer', 'orders', 'courier'];

export const isOwn = ({ id }: Person): boolean => id === me.value?.person.id;

export const nameOf = ({ name, email }: Person): string => name ?? email;

export interface InvitationOutcome {
  readonly email: string;
  /** True for a password-reset link; otherwise the link is an invitation. */
  readonly isReset?: boolean;
  readonly told: 'mailed' | 'link';
  readonly link: string | null;
}
