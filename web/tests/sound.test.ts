import { describe, expect, it } from "vitest";
import { Mixer, pitchOf } from "../src/sound/mixer";
import { lengthOf, SOUNDS, type Sound } from "../src/sound/sounds";

/** A context that makes no noise but counts who would have made some. */
class Silence {
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  started: number[] = [];
  gains: number[] = [];

  #node(more: object = {}): never {
    const value = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: (to: number) => this.gains.push(to), cancelScheduledValues: () => {}, setTargetAtTime: () => {} };
    return { connect: () => {}, gain: value, frequency: { ...value, exponentialRampToValueAtTime: () => {} }, start: (at: number) => this.started.push(at), stop: () => {}, ...more } as never;
  }
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
  createDynamicsCompressor = () => this.#node();
  createGain = () => this.#node();
  createBiquadFilter = () => this.#node();
  createOscillator = () => this.#node({ type: "" });
  createBufferSource = () => this.#node({ buffer: null });
}

function mixer() {
  const silence = new Silence();
  return { silence, mix: new Mixer(silence as never) };
}

describe("the mixer", () => {
  it("makes each layer of a sound at its time", () => {
    const { silence, mix } = mixer();
    silence.currentTime = 2;
    mix.say("gun", { after: 500 });
    expect(silence.started).toEqual([2.5, 2.575, 2.65]);
  });

  it("drops the same sound within 40 ms, and not after", () => {
    const { mix } = mixer();
    expect([0, 30, 45].map((after) => mix.say("step", { after }))).toEqual([true, false, true]);
  });

  it("lets six be heard at once, and more when those have died away", () => {
    const { silence, mix } = mixer();
    const long: Sound[] = ["won", "lost", "combine", "destroyed", "heal", "beam", "shell"];
    expect(long.map((sound) => mix.say(sound))).toEqual([true, true, true, true, true, true, false]);
    silence.currentTime = 5;
    expect(mix.say("shell")).toBe(true);
  });

  it("is quieter for the other side", () => {
    const { silence, mix } = mixer();
    mix.say("hit", { loud: 0.6 });
    expect(Math.max(...silence.gains)).toBeCloseTo(0.09 * 0.6);
  });

  it("forgets what was to come when it is hushed", () => {
    const { mix } = mixer();
    mix.say("tap", { after: 900 });
    mix.hush();
    expect(mix.say("tap", { after: 900 })).toBe(true);
  });
});

describe("sounds", () => {
  it("are short, and none is louder than half", () => {
    for (const sound of Object.keys(SOUNDS) as Sound[]) {
      expect(lengthOf(sound), sound).toBeLessThanOrEqual(1050);
      expect(Math.max(...SOUNDS[sound].map(([, , , , , loud]) => Math.abs(loud))), sound).toBeLessThanOrEqual(0.5);
    }
  });

  it("of larger robots are deeper", () => {
    expect([1, 5, 9].map((level) => Number(pitchOf(level).toFixed(2)))).toEqual([1.15, 0.7, 0.7]);
  });
});
