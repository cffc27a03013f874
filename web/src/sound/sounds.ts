// Synthesized sounds. A sound has a few layers, created when it is played.

/**
 * Wave, from Hz, to Hz, start ms, length ms, loudness; then a filter with its own from and to.
 * Noise has no pitch. A negative loudness fades in instead of out.
 */
type Layer = readonly [OscillatorType | "noise", number, number, number, number, number, (BiquadFilterType | undefined)?, number?, number?];

const noise = (start: number, length: number, loud: number, filter: BiquadFilterType, from: number, to: number): Layer => ["noise", 0, 0, start, length, loud, filter, from, to];
const tone = (wave: OscillatorType, pitch: number, start: number, length: number, loud: number): Layer => [wave, pitch, pitch, start, length, loud];

const TABLE = {
  tap: [["triangle", 660, 880, 0, 45, 0.12]],
  refuse: [["square", 165, 130, 0, 60, 0.07, "lowpass", 900, 500], ["square", 130, 110, 80, 80, 0.07, "lowpass", 900, 400]],
  step: [noise(0, 55, 0.12, "bandpass", 700, 320), ["sine", 95, 58, 0, 70, 0.22]],
  fly: [noise(0, 220, 0.45, "bandpass", 300, 1400)],
  windup: [["sawtooth", 110, 440, 0, 220, -0.1, "lowpass", 500, 2600], ["sine", 220, 880, 0, 220, -0.08]],
  beam: [["sawtooth", 440, 392, 0, 320, 0.09, "lowpass", 6000, 900], ["sawtooth", 447, 396, 0, 320, 0.09, "lowpass", 6000, 900], noise(0, 300, 0.07, "highpass", 3000, 5200)],
  gun: [noise(0, 40, 0.45, "lowpass", 3200, 700), noise(75, 40, 0.45, "lowpass", 3200, 700), noise(150, 45, 0.45, "lowpass", 3000, 600)],
  shell: [["sine", 70, 45, 0, 120, 0.3], ["sine", 1300, 420, 90, 360, 0.05]],
  blade: [noise(0, 130, 0.5, "bandpass", 900, 4600), ["triangle", 1760, 1480, 70, 120, 0.06]],
  impact: [noise(0, 190, 0.3, "lowpass", 2400, 220), ["sine", 150, 42, 0, 210, 0.36]],
  miss: [noise(0, 120, 0.28, "bandpass", 2200, 500)],
  block: [["triangle", 980, 920, 0, 150, 0.12], ["triangle", 1480, 1390, 0, 110, 0.08], noise(0, 30, 0.12, "highpass", 3500, 3500)],
  destroyed: [
    noise(0, 720, 0.34, "lowpass", 1600, 70),
    ["sine", 110, 28, 0, 520, 0.42],
    noise(140, 90, 0.16, "bandpass", 1800, 600),
    noise(300, 70, 0.12, "bandpass", 2400, 900),
    noise(470, 60, 0.08, "bandpass", 2800, 1200),
  ],
  rattle: [0, 60, 115, 165, 210, 250, 285].map((start) => noise(start, 16, 0.4, "bandpass", 2600 - start * 3, 1900)),
  settle: [noise(0, 22, 0.16, "bandpass", 1500, 1100), ["sine", 240, 190, 0, 50, 0.12]],
  hit: [tone("sine", 784, 0, 90, 0.09), tone("sine", 1175, 45, 120, 0.08)],
  nohit: [["triangle", 233, 208, 0, 90, 0.07]],
  combine: [
    tone("triangle", 220, 0, 120, 0.12),
    tone("triangle", 277, 110, 120, 0.12),
    tone("triangle", 330, 220, 120, 0.12),
    noise(330, 60, 0.22, "bandpass", 2600, 700),
    ["sawtooth", 220, 220, 340, 620, 0.06, "lowpass", 3200, 500],
    tone("triangle", 440, 340, 640, 0.14),
    tone("triangle", 554, 340, 640, 0.1),
    tone("triangle", 659, 340, 640, 0.1),
    ["sine", 110, 55, 340, 320, 0.34],
  ],
  heal: [tone("sine", 523, 0, 120, 0.08), tone("sine", 659, 90, 120, 0.08), tone("sine", 784, 180, 220, 0.08)],
  card: [noise(0, 70, 0.1, "highpass", 2600, 5200), ["sine", 180, 120, 40, 60, 0.12]],
  coin: [tone("sine", 1319, 0, 160, 0.07), tone("sine", 1976, 35, 200, 0.06)],
  yourTurn: [tone("triangle", 659, 0, 130, 0.12), tone("triangle", 880, 120, 260, 0.12)],
  theirTurn: [tone("triangle", 440, 0, 120, 0.06), tone("triangle", 330, 110, 200, 0.06)],
  clock: [["square", 880, 880, 0, 28, 0.05, "lowpass", 2400, 2400]],
  won: [
    tone("triangle", 523, 0, 150, 0.13),
    tone("triangle", 659, 140, 150, 0.13),
    tone("triangle", 784, 280, 150, 0.13),
    tone("triangle", 1047, 420, 620, 0.14),
    ["sawtooth", 262, 262, 420, 620, 0.05, "lowpass", 2600, 500],
  ],
  drawn: [tone("triangle", 440, 0, 260, 0.1), tone("triangle", 440, 300, 420, 0.1)],
  lost: [tone("triangle", 440, 0, 200, 0.1), tone("triangle", 392, 190, 200, 0.1), ["triangle", 330, 311, 380, 520, 0.1]],
} satisfies Record<string, readonly Layer[]>;

export type Sound = keyof typeof TABLE;
export const SOUNDS: Readonly<Record<Sound, readonly Layer[]>> = TABLE;

/** Milliseconds until it is silent. */
export function lengthOf(sound: Sound): number {
  return Math.max(...SOUNDS[sound].map(([, , , start, length]) => start + length));
}

/** A second of the same noise every time, so that measurements apply to what players hear. */
export function noiseOf(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0, seed = 22222; at < data.length; at += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    data[at] = seed / 2147483648 - 1;
  }
  return buffer;
}

/** Make a sound at a time of the context. A larger robot has a lower pitch. */
export function make(context: BaseAudioContext, noise: AudioBuffer, out: AudioNode, sound: Sound, when: number, loud = 1, pitch = 1): void {
  for (const [wave, from, to, start, length, level, filter, opens, closes] of SOUNDS[sound]) {
    const begins = when + start / 1000;
    const ends = begins + length / 1000;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, begins);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, Math.abs(level) * loud), level < 0 ? ends : begins + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, level < 0 ? ends + 0.015 : ends);
    gain.connect(out);
    let into: AudioNode = gain;
    if (filter) {
      const sieve = context.createBiquadFilter();
      sieve.type = filter;
      sieve.frequency.setValueAtTime((opens ?? 0) * pitch, begins);
      sieve.frequency.exponentialRampToValueAtTime((closes ?? 0) * pitch, ends);
      sieve.connect(gain);
      into = sieve;
    }
    const source = wave === "noise" ? context.createBufferSource() : context.createOscillator();
    if (source instanceof Object && "buffer" in source) source.buffer = noise;
    else {
      source.type = wave as OscillatorType;
      source.frequency.setValueAtTime(from * pitch, begins);
      source.frequency.exponentialRampToValueAtTime(to * pitch, ends);
    }
    source.connect(into);
    source.start(begins);
    source.stop(ends + 0.02);
  }
}
