import { ChevronDown } from 'lucide';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { refreshMe, workspace, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ago } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { OnOffSection } from './on-off-section.tsx';
import { type InvitationOutcome, isOwn, loadPeople, nameOf, type Person, peopleOf } from './people-data.ts';
import { AgainDialog, ConfirmDialog, InviteDialog, PasswordDialog, RoleDialog } from './people-dialogs.tsx';

type Act = 'role' | 'remove' | 'again' | 'vouch' | 'password' | 'end';
type Doing = { readonly what: 'invite' } | { readonly what: Act; readonly person: Person };

export function PeoplePage() {
  const { data, error, reload } = useLoaded(loadPeople, workspaceId(), { on: ['settings'] });
  const [doing, setDoing] = useState<Doing>();
  const [invited, setInvited] = useState<InvitationOutcome>();
  const w = pageWords.value.people;
  const onlyHere = data?.onlyHere ?? null;
  const close = (): void => setDoing(undefined);
  const done = (outcome?: InvitationOutcome): void => {
    close();
    reload();
    if (outcome?.told === 'mailed') say(w.told.mailed(outcome.email));
    else setInvited(outcome);
  };
  return (
    <SettingsPage title={words.value.settingsNav.people}>
      <div class="head">
        <p class="lead">{w.what}</p>
        <button type="button" class="main" onClick={() => setDoing({ what: 'invite' })}>
          {w.invite}
        </button>
      </div>
      <Problem error={error} retry={reload} />
      <ul class="cards settings-people">
        {data?.people.map((person) => (
          <PersonCard key={person.id} person={person} act={(what) => setDoing({ what, person })} />
        ))}
      </ul>
      {doing?.what === 'invite' && <InviteDialog onlyHere={onlyHere} onClose={close} done={done} />}
      {doing?.what === 'again' && <AgainDialog person={doing.person} onlyHere={onlyHere} onClose={close} done={done} />}
      {doing?.what === 'role' && <RoleDialog person={doing.person} onClose={close} done={() => done()} />}
      {doing?.what === 'password' && (
        <PasswordDialog person={doing.person} onlyHere={onlyHere} onClose={close} done={done} />
      )}
      {(doing?.what === 'vouch' || doing?.what === 'end' || doing?.what === 'remove') && (
        <ConfirmDialog what={doing.what} person={doing.person} onClose={close} done={() => done()} />
      )}
      {data !== undefined && <DemandSection />}
      {invited?.link != null && (
        <SecretDialog
          secret={invited.link}
          title={invited.isReset === true ? w.passwordLinkTitle : w.linkTitle}
          what={(invited.isReset === true ? w.passwordLinkWhat : w.linkWhat)(invited.email)}
          saved={w.gaveIt}
          onClose={() => setInvited(undefined)}
        />
      )}
    </SettingsPage>
  );
}

const seenIn = (at: string | null): string => {
  const w = pageWords.value.people;
  return at === null ? w.neverSeen : `${w.seen} ${ago(at)}`;
};

function PersonCard({ person, act }: { readonly person: Person; readonly act: (what: Act) => void }) {
  const w = pageWords.value.people;
  const own = isOwn(person);
  const isWanting = workspace.value?.secondFactorRequired === true && !person.pending && !person.hasSecondFactor;
  const button = (what: Act, text: string) => (
    <button type="button" class="quiet" aria-label={`${text}: ${nameOf(person)}`} onClick={() => act(what)}>
      {text}
    </button>
  );
  const password = { text: w.passwordLink, act: () => act('password') };
  const end = { text: w.endSessions, act: () => act('end') };
  const acts = [...(person.resettable ? [password] : []), ...(own || person.lastSeenAt === null ? [] : [end])];
  const remove = { text: own ? w.leave : words.value.remove, danger: true, act: () => act('remove') };
  return (
    <li>
      <div class="settings-who">
        <p>
          <strong>
            <Breakable text={nameOf(person)} />
          </strong>{' '}
          {own && <span class="meta">({w.you})</span>}
        </p>
        <p class="meta">
          {person.name !== null && (
            <>
              <Breakable text={person.email} /> ·{' '}
            </>
          )}
          {person.pending ? `${w.invitedSince} ${ago(person.createdAt)}` : seenIn(person.lastSeenAt)}
          {person.hasSecondFactor && ` · ${w.factorOn}`}
          {isWanting && ` · ${w.factorOff}`}
          {person.vouchable && ` · ${w.unproved}`}
        </p>
      </div>
      {person.pending ? (
        <Chip tone={person.expired ? 'idle' : 'busy'}>{person.expired ? w.expired : w.invited}</Chip>
      ) : (
        <Chip tone="good">{w.active}</Chip>
      )}
      <div class="card-actions">
        {person.pending && button('again', w.again)}
        {person.vouchable && button('vouch', w.vouch)}
        <button
          type="button"
          class="quiet"
          aria-label={`${w.changeRole}: ${nameOf(person)}, ${w.roles[person.role]}`}
          onClick={() => act('role')}
        >
          {w.roles[person.role]} <Icon of={ChevronDown} size={16} />
        </button>
        <MenuButton
          class="bare"
          label={`${words.value.menu.more}: ${nameOf(person)}`}
          groups={acts.length === 0 ? [[remove]] : [acts, [remove]]}
        />
      </div>
    </li>
  );
}

function DemandSection() {
  const w = pageWords.value.people;
  const required = workspace.value?.secondFactorRequired === true;
  return (
    <OnOffSection
      title={w.demandTitle}
      lead={required ? w.demandOn : w.demandOff}
      verb={required ? w.demandEnd : w.demand}
      effects={required ? [w.demandOff] : [w.demandWhat, w.demandPasskey]}
      act={() => ask(peopleOf()['second-factor'].post({ required: !required })).then(refreshMe)}
    />
  );
}
