// What tests use of Node, which the client itself does not know.
declare const process: { env: Readonly<Record<string, string | undefined>> };
declare module "node:fs" {
  export function readdirSync(folder: string): string[];
  export function readFileSync(path: string, encoding: "utf8"): string;
}
