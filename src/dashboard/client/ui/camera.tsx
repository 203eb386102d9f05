import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { mediaDevices } from '../data/secure-context.ts';
import { words } from '../words/common.ts';
import { Dialog } from './dialog.tsx';

/** The methods of the Shape Detection API that this file uses. TypeScript has no types for this API. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

const detectorOf = (): (new () => Detector) | undefined => Reflect.get(window, 'BarcodeDetector');

/** Returns true if the browser can read barcodes with a camera. */
export const hasCamera = (): boolean => detectorOf() !== undefined && mediaDevices !== undefined;

const LOOK_MS = 150;
/**
 * The number of successive camera images in which a barcode must be missing before it counts again. With a smaller
 * number, a shaking hand could make one barcode count twice.
 */
const GONE_AFTER = 5;

/**
 * Watches a camera until it is stopped.
 * @param take called when a barcode comes into the picture; while the barcode stays there, it is not called again
 */
async function watch(video: HTMLVideoElement, take: (code: string) => void, signal: AbortSignal): Promise<void> {
  const Detector = detectorOf();
  if (Detector === undefined || mediaDevices === undefined) return;
  const stream = await mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  const detector = new Detector();
  const seen = new Map<string, number>();
  const look = async (): Promise<void> => {
    const codes = new Set((await detector.detect(video).catch(() => [])).map(({ rawValue }) => rawValue));
    if (signal.aborted) return;
    for (const [code, looks] of seen) if (looks >= GONE_AFTER) seen.delete(code);
    for (const code of codes) if (!seen.has(code)) take(code);
    for (const code of seen.keys()) seen.set(code, (seen.get(code) ?? 0) + 1);
    for (const code of codes) seen.set(code, 0);
    setTimeout(look, LOOK_MS);
  };
  await look();
}

async function watchOrSay(...[video, take, signal, refuse]: [...Parameters<typeof watch>, () => void]): Promise<void> {
  try {
    await watch(video, take, signal);
  } catch {
    refuse();
  }
}

interface CameraDialogProps {
  readonly title: string;
  /** The message shown if the camera may not be used. */
  readonly refused: string;
  readonly take: (code: string) => void;
  readonly onClose: () => void;
  /** The message about the barcode that was read last, shown below the camera's picture. */
  readonly children: ComponentChildren;
}

/** Calls `take` again for the same barcode only after it has left the picture. */
export function CameraDialog({ title, refused, take, onClose, children }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(take);
  latest.current = take;
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    const until = new AbortController();
    if (video.current !== null) {
      void watchOrSay(
        video.current,
        (code) => latest.current(code),
        until.signal,
        () => setIsRefused(true),
      );
    }
    return () => until.abort();
  }, []);
  return (
    <Dialog title={title} onClose={onClose}>
      {isRefused ? <p role="alert">{refused}</p> : <video ref={video} class="camera" muted playsInline />}
      {children}
      <div class="actions">
        <button type="button" class="main" onClick={onClose}>
          {words.value.close}
        </button>
      </div>
    </Dialog>
  );
}
