import { Image } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { workspaceId } from '../data/me.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words/words.ts';

interface PicturedProduct {
  readonly id: string;
  readonly name: string;
  /** The version of the product's picture; null if it has none. */
  readonly picture: number | null;
}

export const pictureAddress = ({ id, picture }: Pick<PicturedProduct, 'id' | 'picture'>): string | undefined =>
  picture === null ? undefined : `/app/api/workspaces/${workspaceId()}/stock/${id}/picture?version=${picture}`;

export const havePictures = (products: readonly Pick<PicturedProduct, 'picture'>[]): boolean =>
  products.some(({ picture }) => picture !== null);

interface ProductPictureProps {
  readonly of: PicturedProduct;
  /** The alternative text; empty if the product's name is next to the picture. */
  readonly alt?: string;
  readonly class?: string;
}

/**
 * Shows a product's picture in a box of its final size. Without a picture, or offline, the box shows a quiet drawing.
 */
export function ProductPicture({ of, alt = of.name, class: look = '' }: ProductPictureProps) {
  const [lost, setLost] = useState<string>();
  const address = pictureAddress(of);
  if (address === undefined || address === lost) {
    return (
      <span class={`product-picture ${look}`}>
        <Icon of={Image} />
      </span>
    );
  }
  return (
    <img
      class={`product-picture ${look}`}
      src={address}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setLost(address)}
    />
  );
}

export function PictureButton({ of, class: look = '' }: Omit<ProductPictureProps, 'alt'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { close, stock } = words.value;
  if (of.picture === null) return <ProductPicture of={of} class={look} />;
  return (
    <>
      <button
        type="button"
        class="bare product-picture-button"
        aria-haspopup="dialog"
        aria-label={`${stock.enlarge}: ${of.name}`}
        onClick={() => setIsOpen(true)}
      >
        <ProductPicture of={of} class={look} />
      </button>
      {isOpen && (
        <Dialog title={of.name} onClose={() => setIsOpen(false)}>
          <ProductPicture of={of} class="product-picture-whole" />
          <div class="actions">
            <button type="button" class="main" onClick={() => setIsOpen(false)}>
              {close}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface WithPictureProps {
  readonly of: PicturedProduct;
  /** False if no product in the list has a picture. */
  readonly isShown: boolean;
  readonly children: ComponentChildren;
}

export function WithPicture({ of, isShown, children }: WithPictureProps) {
  if (!isShown) return <>{children}</>;
  return (
    <div class="product-pictured">
      <PictureButton of={of} />
      <div>{children}</div>
    </div>
  );
}
