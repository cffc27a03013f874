import { capital } from "../../texts";

export const texts = {
  title: "Your own dice",
  throwing: (dice: string) => `Throw ${dice.replaceAll(" + ", " and ")}`,
  about: "Tap what you see. A tap on a die takes it back.",
  entered: (done: number, all: number) => `${done} of ${all}`,
  missing: (count: number) => (count === 0 ? "All dice are entered." : `${count} ${count === 1 ? "die" : "dice"} to enter`),
  group: (name: string, count: number) => `${name}, ${count} ${count === 1 ? "die" : "dice"}`,
  face: (name: string, face: string) => `${name}: ${face}`,
  takeBack: (name: string, face: string) => `Take back ${name}: ${face}`,
  mean: (mean: number, what: string) => `${capital(what)}: ${Math.round(mean * 10) / 10} on average`,
  some: (share: number) => `${Math.round(share * 100)}% for at least one`,
  confirm: "These are our dice",
};
