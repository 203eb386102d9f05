import { ScanBarcode } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { CameraDialog, hasCamera } from '../../../ui/camera.tsx';
import { useFormAround } from '../../../ui/form.tsx';
import { count } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { isCode, useScanner } from '../../../ui/scanner.ts';
import { useSending } from '../../../ui/sending.ts';
import { words } from '../../../words/words.ts';
import { findScanned } from './data.ts';
import { type ItemsProps, piecesOf, withOneMore } from './order-items.ts';

export function useScanning(props: ItemsProps) {
  const isSaving = useFormAround()?.busy === true;
  const latest = useRef(props);
  latest.current = props;
  const waiting = useRef<string[]>([]);
  const sending = useSending();
  const [said, setSaid] = useState('');
  const take = async (code: string): Promise<void> => {
    const w = words.value.orderForm;
    const product = await findScanned(code);
    // Waits while another code is arriving, because a field of an item may contain its first digits.
    await silence();
    if (product === null) return setSaid(w.notScanned(code));
    const items = withOneMore(latest.current.items, product);
    latest.current.put(items);
    setSaid(w.scanned(product.name, count(piecesOf(items, product))));
  };
  const takeAll = async (): Promise<void> => {
    try {
      for (let [next] = waiting.current; next !== undefined; [next] = waiting.current) {
        await take(next);
        waiting.current.shift();
      }
    } catch (problem) {
      setSaid(words.value.orderForm.scansLost(waiting.current.join(', ')));
      waiting.current = [];
      throw problem;
    }
  };
  const scan = (code: string): void => {
    if (!isCode(code) || isSaving) return;
    waiting.current.push(code);
    // If `takeAll` is already running, it also takes the code that was just added to `waiting`.
    sending.begin(takeAll);
  };
  const silence = useScanner(scan);
  return { scan, said, error: sending.error, busy: sending.busy };
}

export type Scans = ReturnType<typeof useScanning>;

export function Scanning({ scan, said, error }: Scans) {
  const [isOpen, setIsOpen] = useState(false);
  const w = words.value.orderForm;
  const told = (
    <>
      <p class="meta" role="status">
        {said}
      </p>
      <Problem error={error} />
    </>
  );
  return (
    <>
      {hasCamera() && (
        <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Icon of={ScanBarcode} /> {w.scan}
        </button>
      )}
      {isOpen ? (
        <CameraDialog title={w.scan} refused={w.noCamera} take={scan} onClose={() => setIsOpen(false)}>
          {told}
        </CameraDialog>
      ) : (
        told
      )}
    </>
  );
}
