// What a browser does with passkeys: it is asked something, a device answers, the answer is sent back.
import { call, Refusal } from "./api";

interface Ceremony {
  ceremony: string;
  options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;
}

/** Whether this browser, at this address, can make any. */
export const canPasskeys = (): boolean => typeof PublicKeyCredential !== "undefined" && isSecureContext;

/** Begin at an address, ask the device, finish there. Whoever says no to the device is told that nothing was done. */
export async function ceremony<T>(path: string, said: unknown = {}, label = ""): Promise<T> {
  const { ceremony: id, options } = await call<Ceremony>("POST", `${path}/begin`, said);
  const credential = await answered(options);
  return call<T>("POST", path, { ceremony: id, credential: credential.toJSON(), label });
}

async function answered(options: Ceremony["options"]): Promise<PublicKeyCredential> {
  try {
    const found =
      "user" in options
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    if (found) return found as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "InvalidStateError") throw new Refusal("This device has a passkey for your account already.", 0);
  }
  throw new Refusal("The device gave no passkey. Nothing was changed.", 0);
}
