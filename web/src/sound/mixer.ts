// Decides which sounds are played: not too many, not the same twice at once, not too loud.
import { lengthOf, make, noiseOf, type Sound } from "./sounds";

const MOST = 6;
/** Seconds within which a repeated sound is played only once. */
const SAME = 0.04;
const VOLUME = 0.4;

export interface Said {
  /** Milliseconds from now. */
  after?: number;
  loud?: number;
  pitch?: number;
}

interface Voice {
  sound: Sound;
  begins: number;
  ends: number;
}

/** Whether one more sound may start. */
export function hasRoom(voices: readonly Voice[], sound: Sound, when: number): boolean {
  const ends = when + lengthOf(sound) / 1000;
  if (voices.some((voice) => voice.sound === sound && Math.abs(voice.begins - when) < SAME)) return false;
  return voices.filter((voice) => voice.begins < ends && voice.ends > when).length < MOST;
}

/** Bigger is deeper: 1.15 for level 1 down to 0.7 for level 5. */
export function pitchOf(level: number): number {
  return 1.15 - 0.1125 * (Math.min(5, Math.max(1, level)) - 1);
}

export class Mixer {
  readonly #context: BaseAudioContext;
  readonly #noise: AudioBuffer;
  readonly #compressor: DynamicsCompressorNode;
  readonly #volume: number;
  #out: GainNode;
  #voices: Voice[] = [];

  constructor(context: BaseAudioContext, volume = VOLUME) {
    this.#context = context;
    this.#volume = volume;
    this.#noise = noiseOf(context);
    this.#compressor = context.createDynamicsCompressor();
    this.#compressor.connect(context.destination);
    this.#out = this.#opened();
  }

  #opened(): GainNode {
    const out = this.#context.createGain();
    out.gain.value = this.#volume;
    out.connect(this.#compressor);
    return out;
  }

  /** Whether it will be played. */
  say(sound: Sound, { after = 0, loud = 1, pitch = 1 }: Said = {}): boolean {
    const now = this.#context.currentTime;
    const when = now + after / 1000;
    this.#voices = this.#voices.filter(({ ends }) => ends > now);
    if (!hasRoom(this.#voices, sound, when)) return false;
    this.#voices.push({ sound, begins: when, ends: when + lengthOf(sound) / 1000 });
    make(this.#context, this.#noise, this.#out, sound, when, loud, pitch);
    return true;
  }

  /** Cancel sounds that have not started, because the player has skipped. */
  hush(): void {
    this.#out.gain.setTargetAtTime(0, this.#context.currentTime, 0.02);
    this.#out = this.#opened();
    this.#voices = [];
  }
}
