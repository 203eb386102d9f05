import { fetchSignedIn } from './session-ended.ts';

export const pictureText = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

export const base64Of = (text: string): string => text.slice(text.indexOf(',') + 1);

/** @returns a `data:` URL; null if there is no picture */
export async function pictureAt(address: string | undefined): Promise<string | null> {
  const answer = address === undefined ? undefined : await fetchSignedIn(address);
  return answer?.ok === true ? pictureText(await answer.blob()) : null;
}
