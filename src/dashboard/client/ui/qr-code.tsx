import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

/** White around the picture, in modules (ISO/IEC 18004). */
const QUIET = 4;

interface QrProps {
  readonly text: string;
  readonly label: string;
  readonly class: string;
}

/** Drawn as one path, so that nothing is loaded; black on white in the dark as well, or apps do not read it. */
export function QrCode({ text, label, class: look }: QrProps) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: QUIET });
    const dark = code.data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: code.size, path: dark.join('') };
  }, [text]);
  return (
    <svg class={look} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
