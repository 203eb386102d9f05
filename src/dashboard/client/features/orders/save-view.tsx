import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';

interface SaveViewProps {
  readonly query: string;
  readonly saved: () => void;
  readonly onClose: () => void;
}

export const SaveView = ({ query, saved, onClose }: SaveViewProps) => (
  <FormDialog
    title={words.value.orders.saveView}
    action={words.value.save}
    send={(text) => ask(here().views.post({ name: text('name'), query })).then(saved)}
    onClose={onClose}
  >
    <TextField name="name" label={words.value.orders.viewName} required maxLength={60} autofocus />
  </FormDialog>
);
