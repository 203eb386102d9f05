import { options, type VNode } from 'preact';
import { isOnline } from '../data/online.ts';

/**
 * While there is no connection, what writes cannot be pressed: the buttons that send a form, those that take something away, and
 * the buttons and selects that say `data-writes`. In one place rather than in each of some sixty, so that none is forgotten; a form that
 * sends nothing says `data-offline`. What is typed stays, and api.ts refuses what is set off otherwise (by a key, by dragging).
 */
export function disableWritesOffline(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    // Read in the rendering of the button's component, which thereby renders again when the connection goes or comes.
    if ((vnode.type === 'button' || vnode.type === 'select') && isWriting(vnode.props) && !isOnline.value)
      vnode.props.disabled = true;
    before?.(vnode);
  };
}

type ControlProps = VNode<Readonly<Record<string, unknown>>>['props'] & { disabled?: unknown };

function isWriting(props: VNode['props']): props is ControlProps {
  const { type, class: className, ...rest } = props as ControlProps;
  if (rest['data-offline'] !== undefined) return false;
  return type === 'submit' || rest['data-writes'] !== undefined || /\bdanger\b/.test(String(className ?? ''));
}
