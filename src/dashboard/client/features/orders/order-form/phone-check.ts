import { workspace } from '../../../data/me.ts';

/**
 * Loads the check of phone numbers. If the numbering plans do not load, every number passes, because taking the order
 * is more important.
 */
export async function loadPhoneCheck(): Promise<(text: string) => boolean> {
  try {
    const { loadPhoneNumbers } = await import('../../../ui/phone-numbers.ts');
    return (await loadPhoneNumbers(workspace.value?.timeZone)).isPhone;
  } catch {
    return () => true;
  }
}
