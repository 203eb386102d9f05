import { options, type VNode } from 'preact';
import { isOnline } from '../data/online.ts';

/**
 * Disables everything that writes while there is no connection: submit buttons, buttons that remove something, and
 * buttons and selects marked `data-writes`. One place does this instead of some sixty, so that none is forgotten. A
 * form that sends nothing is marked `data-offline`. Typed text stays. Changes made in another way (by a keyboard
 * shortcut, by dragging) are refused in data/session-ended.ts.
 */
export function disableWritesOffline(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    // `isOnline` is read while the button's component renders, so that it renders again when the connection is lost or
    // returns.
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
