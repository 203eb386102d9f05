import { ScanBarcode } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { CameraDialog, hasCamera } from '../../../ui/camera.tsx';
import { count } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useScanner } from '../../../ui/scanner.ts';
import { useSending } from '../../../ui/sending.ts';
import { words } from '../../../words/words.ts';
import { findScanned } from './data.ts';
import { type Item, piecesOf, withOneMore } from './order-items.ts';

interface Props {
  readonly items: readonly Item[];
  readonly put: (items: Item[]) => void;
}

/** Takes the codes that are scanned, one after the other: each adds its product, or one more of it. */
export function useScanning(props: Props) {
  const latest = useRef(props);
  latest.current = props;
  const waiting = useRef<string[]>([]);
  const sending = useSending();
  const [said, setSaid] = useState('');
  const take = async (code: string): Promise<void> => {
    const w = words.value.orderForm;
    const product = await findScanned(code);
    if (product === null) return setSaid(w.notScanned(code));
    const items = withOneMore(latest.current.items, product);
    latest.current.put(items);
    setSaid(w.scanned(product.name, count(piecesOf(items, product))));
  };
  const scan = (code: string): void => {
    waiting.current.push(code);
    // A scanner does not wait for the answer: what is under way takes this code as well.
    sending.begin(async () => {
      for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) await take(next);
    });
  };
  useScanner(scan);
  return { scan, said, error: sending.error };
}

/** The button of the camera, where there is one, and what came of the last code. */
export function Scanning({ scan, said, error }: ReturnType<typeof useScanning>) {
  const [isOpen, setIsOpen] = useState(false);
  const { close, orderForm: w } = words.value;
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
        <CameraDialog title={w.scan} close={close} refused={w.noCamera} take={scan} onClose={() => setIsOpen(false)}>
          {told}
        </CameraDialog>
      ) : (
        told
      )}
    </>
  );
}
