import { useState } from 'preact/hooks';
import { api, ask } from '../api.ts';
import { Problem } from '../parts.tsx';
import { me, refreshMe, words } from '../state.ts';

export function NameForm() {
  const [error, setError] = useState<unknown>();
  const [isDone, setIsDone] = useState(false);
  const w = words.value.person;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const name = String(new FormData(event.currentTarget).get('name') ?? '');
    setError(undefined);
    setIsDone(false);
    try {
      await ask(api.account.post({ name }));
      await refreshMe();
      setIsDone(true);
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <form class="narrow-form" onSubmit={submit}>
      <div class="field">
        <label for="own-name">{w.name}</label>
        <input
          id="own-name"
          name="name"
          autocomplete="name"
          maxLength={200}
          defaultValue={me.value?.person.name ?? ''}
        />
      </div>
      {error !== undefined && <Problem error={error} />}
      <button type="submit">{w.saveName}</button>
      <p role="status">{isDone && w.nameSaved}</p>
    </form>
  );
}
