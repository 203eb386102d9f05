import { useState } from 'preact/hooks';
import { SuggestField } from '../../ui/combobox.tsx';
import { words } from '../../words/words.ts';

/** The reason for a refund: one of the usual reasons, or any text. */
export function RefundReason() {
  const [reason, setReason] = useState('');
  const w = words.value.payments;
  return (
    <SuggestField
      name="reason"
      label={w.refundReason}
      hint={w.refundReasonWhat}
      maxLength={500}
      options={w.refundReasons}
      value={reason}
      set={setReason}
    />
  );
}
