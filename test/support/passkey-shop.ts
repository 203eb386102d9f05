import { ownerOf, type Visitor, visitor } from './browser-session.ts';
import { openShop } from './docket.ts';
import { expectOk } from './http-answers.ts';
import { type PasskeyDevice, passkeyDevice, type Twist } from './passkey-device.ts';

export const EMAIL = 'owner@example.com';
export const PASSWORD = 'correct horse';
export const PASSKEYS = '/app/api/account/passkeys';
export const SIGN_IN = '/app/api/passkeys/sign-in';
export const PROVE = '/app/api/prove/passkey';

export function doing(url: string) {
  /** Requests a challenge and signs it; nothing is sent yet. */
  const signed = async (device: PasskeyDevice, twist?: Twist) =>
    device.get(expectOk(await visitor(url).post(`${SIGN_IN}/begin`)), twist);
  return {
    signed,
    async register(who: Visitor, device: PasskeyDevice, twist?: Twist) {
      return who.post(PASSKEYS, { attestation: device.create(expectOk(await who.post(`${PASSKEYS}/begin`)), twist) });
    },
    signIn: async (device: PasskeyDevice, twist?: Twist, who = visitor(url)) =>
      who.post(SIGN_IN, { assertion: await signed(device, twist), remember: false }),
  };
}

/** Opens a shop whose owner has registered `device` as a passkey. Passkeys are made for the site of `origin`. */
export async function openPasskeyShop() {
  const shop = await openShop();
  const owner = await ownerOf(shop);
  const origin = shop.url.replace('127.0.0.1', 'localhost');
  const device = passkeyDevice(origin);
  const does = doing(shop.url);
  expectOk(await does.register(owner, device));
  return { shop, owner, origin, device, ...does, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() };
}
