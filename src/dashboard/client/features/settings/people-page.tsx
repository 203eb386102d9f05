import { useState } from 'preact/hooks';
import { me, workspace, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ago } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { say } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { DemandSection } from './demand-section.tsx';
import { AgainDialog, InviteDialog, LinkDialog } from './invite-dialog.tsx';
import { SettingsNav } from './nav.tsx';
import { loadPeople, nameOf, type Person, type Told } from './people-data.ts';
import { EndDialog, RemoveDialog, RoleDialog, VouchDialog } from './person-dialogs.tsx';

type Act = 'role' | 'remove' | 'again' | 'vouch' | 'end';
type Doing = { readonly what: 'invite' } | { readonly what: Act; readonly person: Person };

export function PeoplePage() {
  const { data, error, reload } = useLoaded(loadPeople, workspaceId(), { on: ['settings'] });
  const [doing, setDoing] = useState<Doing>();
  const [told, setTold] = useState<Told>();
  const w = pageWords.value.people;
  useTitle(words.value.settingsNav.people);
  const onlyHere = data?.onlyHere ?? null;
  const close = (): void => setDoing(undefined);
  const done = (outcome?: Told): void => {
    close();
    reload();
    if (outcome?.told === 'mailed') say(w.told.mailed(outcome.email));
    else setTold(outcome);
  };
  return (
    <div class="settings-page">
      <SettingsNav />
      <div class="head">
        <p class="lead">{w.what}</p>
        <button type="button" class="main" onClick={() => setDoing({ what: 'invite' })}>
          {w.invite}
        </button>
      </div>
      <Problem error={error} retry={reload} />
      <ul class="cards settings-people">
        {data?.people.map((person) => (
          <PersonCard key={person.id} it={person} act={(what) => setDoing({ what, person })} />
        ))}
      </ul>
      {doing?.what === 'invite' && <InviteDialog onlyHere={onlyHere} onClose={close} done={done} />}
      {doing?.what === 'again' && <AgainDialog it={doing.person} onlyHere={onlyHere} onClose={close} done={done} />}
      {doing?.what === 'role' && <RoleDialog it={doing.person} onClose={close} done={() => done()} />}
      {doing?.what === 'vouch' && (
        <VouchDialog
          it={doing.person}
          onClose={close}
          done={() => {
            say(w.vouched(nameOf(doing.person)));
            done();
          }}
        />
      )}
      {doing?.what === 'end' && (
        <EndDialog
          it={doing.person}
          onClose={close}
          done={() => {
            say(w.sessionsEnded(nameOf(doing.person)));
            done();
          }}
        />
      )}
      {doing?.what === 'remove' && (
        <RemoveDialog
          it={doing.person}
          onClose={close}
          done={() => {
            say(w.removed(nameOf(doing.person)));
            done();
          }}
        />
      )}
      <DemandSection />
      {told?.link != null && <LinkDialog email={told.email} link={told.link} onClose={() => setTold(undefined)} />}
    </div>
  );
}

const seenIn = (at: string | null): string => {
  const w = pageWords.value.people;
  return at === null ? w.neverSeen : `${w.seen} ${ago(at)}`;
};

function PersonCard({ it, act }: { readonly it: Person; readonly act: (what: Act) => void }) {
  const w = pageWords.value.people;
  const own = it.id === me.value?.person.id;
  const isWanting = workspace.value?.secondFactorRequired === true && !it.pending && !it.hasSecondFactor;
  const button = (what: Act, text: string, kind = '') => (
    <button type="button" class={`quiet ${kind}`} aria-label={`${text}: ${nameOf(it)}`} onClick={() => act(what)}>
      {text}
    </button>
  );
  return (
    <li>
      <div class="settings-who">
        <p>
          <strong>
            <Breakable text={nameOf(it)} />
          </strong>{' '}
          {own && <span class="meta">({w.you})</span>}
        </p>
        <p class="meta">
          {it.name !== null && (
            <>
              <Breakable text={it.email} /> ·{' '}
            </>
          )}
          {it.pending ? `${w.invitedSince} ${ago(it.createdAt)}` : seenIn(it.lastSeenAt)}
          {it.hasSecondFactor && ` · ${w.factorOn}`}
          {isWanting && ` · ${w.factorOff}`}
          {it.vouchable && ` · ${w.unproved}`}
        </p>
      </div>
      <span>{w.roles[it.role]}</span>
      {it.pending ? (
        <Chip tone={it.expired ? 'idle' : 'busy'}>{it.expired ? w.expired : w.invited}</Chip>
      ) : (
        <Chip tone="good">{w.active}</Chip>
      )}
      <div class="card-actions">
        {it.pending && button('again', w.again)}
        {it.vouchable && button('vouch', w.vouch)}
        {!own && !it.pending && button('end', w.endSessions)}
        {button('role', w.changeRole)}
        {button('remove', own ? w.leave : w.remove, 'danger')}
      </div>
    </li>
  );
}
