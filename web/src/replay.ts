// Where a replay comes from: a table that is asked for its steps, or a film that has them all.
import { api, keepRules } from "./api";
import { stepsOf, type Film } from "./film";
import type { Course, LuckLine, ReplayStep } from "./types";

export interface Source {
  readonly match: string;
  /** Whether it stands alone: without a table nobody plays on, and nobody else's eyes are there. */
  readonly isFilm: boolean;
  step(number: number, seat: number | null): Promise<ReplayStep>;
  luck(): Promise<readonly LuckLine[]>;
  course(): Promise<Course | null>;
  /** The address of a moment, from the # on. */
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
    const found = api.step({ match: this.match, at: number, seat });
    this.#steps.set(key, found);
    found.catch(() => this.#steps.delete(key));
    return found;
  }

  async luck(): Promise<readonly LuckLine[]> {
    return (await api.luck(this.match)).lines;
  }

  /** Nobody is told how a game goes that goes on, so it is not asked. */
  async course(): Promise<Course | null> {
    const { scene } = await this.step(-1, null);
    return scene.ending ? api.course(this.match) : null;
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
    return found ? Promise.resolve(found) : Promise.reject(new RangeError(`there is no step ${number}`));
  }

  luck(): Promise<readonly LuckLine[]> {
    return Promise.resolve(this.#film.luck);
  }

  course(): Promise<Course | null> {
    return Promise.resolve(this.#film.course);
  }

  address(number: number): string {
    return `#at=${number}`;
  }
}
