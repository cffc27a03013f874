import { capital, clock } from "../../texts";

export const texts = {
  soon: (who: string, left: number) => `${capital(who)} has left. If they stay away, you may decide in ${clock(left)} how the match ends.`,
  now: (who: string) => `${capital(who)} has left. How shall the match end?`,
  waits: (who: string) => `${capital(who)} has left, and you wait for them.`,
  win: "Claim the win",
  draw: "Call it a draw",
  wait: "Keep waiting",
  decide: "Decide now",
};
