import { options, type VNode } from 'preact';
import { isOnline } from '../data/online.ts';

/**
 * Disables controls as long as there is no connection: submit and remove buttons, and controls marked `data-writes`. A
 * submit button marked `data-offline` stays enabled, because its form sends nothing. Shortcuts and dragging are refused
 * in data/session-ended.ts.
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
