// What tests use of Node, which the client itself does not know.
declare const process: { env: Readonly<Record<string, string | undefined>> };
declare module "node:fs" {
  export function readdirSync(folder: string): string[];
  export function readFileSync(path: string, encoding: "utf8"): string;
}

declare module "node:crypto" {
  interface Hash {
    update(content: string | Uint8Array): Hash;
    digest(as: "hex"): string;
  }
  export interface KeyObject {
    export(how: { format: "jwk" }): { x?: string };
  }
  export function createHash(name: string): Hash;
  export function createHmac(name: string, key: Uint8Array): Hash;
  export function generateKeyPairSync(type: "ed25519"): { publicKey: KeyObject; privateKey: KeyObject };
  export function sign(algorithm: null, content: Uint8Array, key: KeyObject): Buffer;
}

interface Buffer extends Uint8Array {
  toString(as?: string): string;
}

declare const Buffer: { from(text: string, as?: string): Buffer };
