// The source of a replay: a server that is asked for steps, or a film with all of them.
import { api, keepRules } from "./api";
import { stepsOf, type Film } from "./film";
import { stepInWords } from "./places";
import type { Analysis, LuckLine, ReplayStep } from "./types";

export interface Source {
  readonly match: string;
  /** Whether it is a film: nobody can continue it or change the view. */
  readonly isFilm: boolean;
  step(number: number, seat: number | null): Promise<ReplayStep>;
  luck(): Promise<readonly LuckLine[]>;
  analysis(): Promise<Analysis | null>;
  /** The address of a step, from the # on. */
  address(number: number, seat: number | null): string;
}

export class Served implements Source {
  readonly isFilm = false;
  readonly #steps = new Map<string, Promise<ReplayStep>>();

  constructor(readonly match: string) {}

  step(number: number, seat: number | null): Promise<ReplayStep> {
    const key = `${seat} ${number}`;
    const kept = this.#steps.get(key);
    if (kept) return kept;
    const found = api.step({ match: this.match, at: number, seat }).then(stepInWords);
    this.#steps.set(key, found);
    found.catch(() => this.#steps.delete(key));
    return found;
  }

  async luck(): Promise<readonly LuckLine[]> {
    return (await api.luck(this.match)).lines;
  }

  /** The analysis of a game that goes on is secret, so it is not requested. */
  async analysis(): Promise<Analysis | null> {
    const { scene } = await this.step(-1, null);
    return scene.ending ? api.analysis(this.match) : null;
  }

  address(number: number, seat: number | null): string {
    return `#/replay/${encodeURIComponent(this.match)}?at=${number}${seat === null ? "" : `&eyes=${seat}`}`;
  }
}

export class Filmed implements Source {
  readonly isFilm = true;
  readonly match: string;
  readonly #film: Film;
  readonly #steps: readonly ReplayStep[];

  constructor(film: Film) {
    this.match = film.match;
    this.#film = film;
    this.#steps = stepsOf(film);
    keepRules(this.#steps[0]?.scene.game ?? "", [...film.rules]);
  }

  step(number: number): Promise<ReplayStep> {
    const found = this.#steps.at(number);
    return found ? Promise.resolve(stepInWords(found)) : Promise.reject(new RangeError(`there is no step ${number}`));
  }

  luck(): Promise<readonly LuckLine[]> {
    return Promise.resolve(this.#film.luck);
  }

  analysis(): Promise<Analysis | null> {
    return Promise.resolve(this.#film.analysis);
  }

  address(number: number): string {
    return `#at=${number}`;
  }
}
