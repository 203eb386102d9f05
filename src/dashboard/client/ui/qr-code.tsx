import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

/** The white border around the code, in modules (ISO/IEC 18004). */
const QUIET = 4;

interface QrProps {
  readonly text: string;
  readonly label: string;
  readonly class: string;
}

/**
 * Draws the code as a single path, so that no image has to load. It stays black on white in dark mode, because apps
 * cannot read an inverted code.
 */
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
