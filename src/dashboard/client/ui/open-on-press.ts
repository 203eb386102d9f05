/** Elements within a row or a card that handle a press themselves. */
const OWN_USE = 'a, button, input, label, select, summary';

/**
 * Opens a row's or card's page like its link: Ctrl, Cmd or the middle button opens a new tab. Does nothing while text
 * is selected.
 */
export function openOnPress(event: MouseEvent, path: string, go: (path: string) => void): void {
  if (event.defaultPrevented || !(event.target instanceof Element) || event.target.closest(OWN_USE) !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) open(path, '_blank', 'noopener');
  else if (event.button === 0 && !event.shiftKey && !event.altKey) go(path);
}
