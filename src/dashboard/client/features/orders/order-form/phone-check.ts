/**
 * True if a text may be dialled. Where the numbering plans cannot be fetched nothing is asked: the order goes before.
 */
export async function loadPhoneCheck(): Promise<(text: string) => boolean> {
  try {
    const { loadPhoneNumbers } = await import('../../../ui/phone-numbers.ts');
    return (await loadPhoneNumbers()).isPhone;
  } catch {
    return () => true;
  }
}
