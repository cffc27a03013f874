export const texts = {
  order: "Running order",
  begun: (count: number, all: number): string => `${count} of ${all}`,
  faceDown: "hidden",
  state: (side: string, acts: boolean, done: boolean): string => `, ${side}${acts ? ", acts now" : done ? ", has acted" : ""}`,
};
